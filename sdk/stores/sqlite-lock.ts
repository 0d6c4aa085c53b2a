import { soleValue } from "./options.ts"
import { pauseFor } from "./platform-timers.ts"

export interface LockedDatabase {
  exec(sql: string): unknown
  prepare(sql: string): { get(): unknown }
}

/** Milliseconds between attempts to get a lock. Short at first: most locks are. */
const pauses = [1, 2, 5, 10, 20, 50]

/**
 * Runs what needs a lock; retries by a timer while another connection holds it. SQLite's own waiting would block the
 * event loop. False when `isOver` returned true before the lock was free.
 */
export async function whenFree(db: LockedDatabase, run: () => void, isOver: () => boolean): Promise<boolean> {
  for (let tries = 0; !isOver(); tries++) {
    if (tryOnce(db, run)) return true
    await pauseFor(pauses[Math.min(tries, pauses.length - 1)] ?? 0)
  }
  return false
}

/** Undoes the open transaction, if there is still one. */
export function rollBack(db: LockedDatabase): void {
  try {
    db.exec("rollback")
  } catch {
    // After some errors SQLite has already rolled back.
  }
}

/** False when another connection holds the lock. Restores the connection's `busy_timeout`. */
function tryOnce(db: LockedDatabase, run: () => void): boolean {
  // Not prepared in advance: a prepared pragma keeps responding with its first value.
  const timeout = Number(soleValue(db.prepare("pragma busy_timeout").get()) ?? 0)
  try {
    if (timeout > 0) db.exec("pragma busy_timeout = 0")
    run()
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  } finally {
    if (timeout > 0) db.exec(`pragma busy_timeout = ${timeout}`)
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED: by name in better-sqlite3 and Bun, by number in node:sqlite. */
function isBusy(error: unknown): boolean {
  const { code, errcode } = Object(error)
  return /^SQLITE_(BUSY|LOCKED)/.test(String(code)) || [5, 6].includes(Number(errcode) % 256)
}

/** A queued statement, and the callbacks that settle its promise. */
export interface WaitingStep {
  step(): unknown
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Runs a single statement, which SQLite itself undoes if it fails. Returns a function that settles its promise. */
export function runStatement({ step, resolve, reject }: WaitingStep): () => void {
  try {
    const result = step()
    return () => resolve(result)
  } catch (error) {
    return () => reject(error)
  }
}
