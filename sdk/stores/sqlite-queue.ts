import { soon } from "./batch.ts"
import { type LockedDatabase as Database, whenFree } from "./sqlite-lock.ts"
import type { TransactionTimeout } from "./transaction-timeout.ts"

/** A step that waits for its turn. */
interface QueuedStep {
  /** Its own, in that of all: what it wrote is undone when it fails, and nothing else. */
  readonly isTransaction: boolean
  /** After it nobody waits for the turn any more. */
  readonly limit: TransactionTimeout
  step(): unknown
  resolve(said: unknown): void
  reject(error: unknown): void
}

/** How many turns are one transaction at most, and for how many milliseconds a turn may hold up what was done before it. */
const [most, quick] = [100, 5]

/** The turns of each database, whichever of its stores asks for them. */
const queues = new WeakMap<Database, ReturnType<typeof makeQueue>>()

export function queueOf(db: Database) {
  const known = queues.get(db) ?? makeQueue(db)
  queues.set(db, known)
  return known
}

/**
 * Runs one step after the other: what came between would be part of a transaction that waits for its work. Those that wait
 * together are committed together, which costs as much as one, and none is answered before that; after one that was slow
 * the others are not held up any longer.
 */
function makeQueue(db: Database) {
  const waiting: QueuedStep[] = []
  let isAtWork = false

  /** The next turn that somebody still waits for. */
  function take(): QueuedStep | undefined {
    let next = waiting.shift()
    while (next?.limit.isOver) next = waiting.shift()
    return next
  }
  async function work() {
    for (let next = take(); next !== undefined; next = take()) await commit(next)
    isAtWork = false
  }
  async function commit(first: QueuedStep) {
    const taken: QueuedStep[] = [first]
    const answers: (() => void)[] = []
    try {
      if (!(await whenFree(db, "begin immediate", () => first.limit.isOver))) return
    } catch (error) {
      first.reject(error)
      return
    }
    try {
      let next: QueuedStep | undefined = first
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
  function atOnce({ step, resolve, reject }: QueuedStep): () => void {
    try {
      const said = step()
      return () => resolve(said)
    } catch (error) {
      return () => reject(error)
    }
  }
  async function transact({ step, resolve, reject }: QueuedStep): Promise<() => void> {
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

  return <T>(limit: TransactionTimeout, step: () => T | Promise<T>, isTransaction = false): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push({ isTransaction, limit, step, resolve: resolve as (said: unknown) => void, reject })
      if (isAtWork) return
      isAtWork = true
      // Without the lock that others wait for.
      soon(work)
    })
}
