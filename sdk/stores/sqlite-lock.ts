import { soleValue } from "./options.ts"

export interface LockedDatabase {
  exec(sql: string): unknown
  prepare(sql: string): { get(): unknown }
}

/** Milliseconds between tries for a lock: short at first, since most locks are. */
const pauses = [1, 2, 5, 10, 20, 50]

/**
 * Runs a statement that needs a lock, and tries again by a timer while another connection has it: SQLite's own way of waiting
 * blocks the event loop. False when `isOver` said so before it had the lock.
 */
export async function whenFree(db: LockedDatabase, sql: string, isOver: () => boolean): Promise<boolean> {
  for (let tries = 0; !isOver(); tries++) {
    if (tryOnce(db, sql)) return true
    const pause = pauses[Math.min(tries, pauses.length - 1)]
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return false
}

/** False when another connection has the lock. The connection's own `busy_timeout` is as before after it. */
function tryOnce(db: LockedDatabase, sql: string): boolean {
  // Not kept prepared: such a statement goes on answering with the value at the time of its preparation.
  const timeout = Number(soleValue(db.prepare("pragma busy_timeout").get()) ?? 0)
  try {
    if (timeout > 0) db.exec("pragma busy_timeout = 0")
    db.exec(sql)
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  } finally {
    if (timeout > 0) db.exec(`pragma busy_timeout = ${timeout}`)
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED, as better-sqlite3 and Bun name them, and as node:sqlite numbers them. */
function isBusy(error: unknown): boolean {
  const { code, errcode } = Object(error)
  return /^SQLITE_(BUSY|LOCKED)/.test(String(code)) || [5, 6].includes(Number(errcode) % 256)
}
