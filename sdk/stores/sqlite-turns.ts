import type { Limit } from "./lend.ts"
import { type LockedDatabase as Database, whenFree } from "./sqlite-lock.ts"
import { soon } from "./together.ts"

/** A step that waits for its turn. */
interface Turn {
  /** Its own, in that of all: what it wrote is undone when it fails, and nothing else. */
  readonly isTransaction: boolean
  /** After it nobody waits for the turn any more. */
  readonly limit: Limit
  step(): unknown
  resolve(said: unknown): void
  reject(error: unknown): void
}

/** How many turns are one transaction at most, and for how many milliseconds a turn may hold up what was done before it. */
const [most, quick] = [100, 5]

/** The turns of each database, whichever of its stores asks for them. */
const turnsOf = new WeakMap<Database, ReturnType<typeof makeTurns>>()

export function turns(db: Database) {
  const known = turnsOf.get(db) ?? makeTurns(db)
  turnsOf.set(db, known)
  return known
}

/**
 * Runs one step after the other: what came between would be part of a transaction that waits for its work. Those that wait
 * together are committed together, which costs as much as one, and none is answered before that; after one that was slow
 * the others are not held up any longer.
 */
function makeTurns(db: Database) {
  const waiting: Turn[] = []
  let isAtWork = false

  /** The next turn that somebody still waits for. */
  function take(): Turn | undefined {
    let next = waiting.shift()
    while (next?.limit.isOver) next = waiting.shift()
    return next
  }
  async function work() {
    for (let next = take(); next !== undefined; next = take()) await commit(next)
    isAtWork = false
  }
  async function commit(first: Turn) {
    const taken: Turn[] = [first]
    const answers: (() => void)[] = []
    try {
      if (!(await whenFree(db, "begin immediate", () => first.limit.isOver))) return
    } catch (error) {
      first.reject(error)
      return
    }
    try {
      let next: Turn | undefined = first
      const end = performance.now() + quick
      while (next !== undefined) {
        answers.push(next.isTransaction ? await transact(next) : atOnce(next))
        const isSlow = performance.now() > end
        next = isSlow || taken.length === most ? undefined : take()
        if (next !== undefined) taken.push(next)
      }
      const isOver = () => taken.every(({ limit }) => limit.isOver)
      if (!(await whenFree(db, "commit", isOver))) throw new Error("Readers of the database let nothing be committed")
    } catch (error) {
      try {
        db.exec("rollback")
      } catch {
        // After some errors SQLite has done so itself.
      }
      for (const { reject } of taken) reject(error)
      return
    }
    for (const answer of answers) answer()
  }
  /** A statement, which SQLite undoes by itself when it fails. Nothing is waited for: nobody's writes come between. */
  function atOnce({ step, resolve, reject }: Turn): () => void {
    try {
      const said = step()
      return () => resolve(said)
    } catch (error) {
      return () => reject(error)
    }
  }
  async function transact({ step, resolve, reject }: Turn): Promise<() => void> {
    try {
      db.exec("savepoint mas_webhook")
      const said = await step()
      db.exec("release mas_webhook")
      return () => resolve(said)
    } catch (error) {
      try {
        db.exec("rollback to mas_webhook; release mas_webhook")
      } catch {
        // The whole transaction is gone.
        throw error
      }
      return () => reject(error)
    }
  }

  return <T>(limit: Limit, step: () => T | Promise<T>, isTransaction = false): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push({ isTransaction, limit, step, resolve: resolve as (said: unknown) => void, reject })
      if (isAtWork) return
      isAtWork = true
      // Without the lock that others wait for.
      soon(work)
    })
}
