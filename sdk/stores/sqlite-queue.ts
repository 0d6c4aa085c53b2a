import { type AsyncMark, asyncMark, callerContext } from "./async-context.ts"
import { endedTransaction } from "./ended-transaction.ts"
import { nextMacrotask } from "./platform-timers.ts"
import { type LockedDatabase as Database, rollBack, runStatement, type WaitingStep, whenFree } from "./sqlite-lock.ts"
import { type TransactionTimeout, withTransactionTimeout } from "./transaction-timeout.ts"

/** What becomes of a step that waits for its caller's code. */
export interface SavepointEnds<T> {
  /** Writes the rest of a step that succeeded, in the same transaction. If it throws, the transaction is rolled back. */
  finish(result: T): void
  /** Called when a step failed and its savepoint is gone: its code has ended the transaction, or SQLite has rolled it back. */
  lost(): void
}

/** A step in its own savepoint: if it fails, only its own writes are rolled back. */
interface OwnStep extends SavepointEnds<unknown> {
  readonly mark: AsyncMark
}

interface QueuedStep extends WaitingStep {
  readonly inSavepoint: OwnStep | undefined
  /** When it is over, the caller no longer waits for the step. */
  readonly limit: TransactionTimeout
}

/** Maximum number of steps per transaction, and for how many milliseconds a step may delay the commit of earlier ones. */
const [maxSteps, quick] = [100, 5]

/** Milliseconds that a step waits in the queue and for locks of other processes. */
const lockTimeout = 60_000

/** One queue per database, shared by all its stores. */
const queues = new WeakMap<Database, ReturnType<typeof makeQueue>>()

/** The open transaction, by database: of the work that it waits for, or of the queue alone. */
const openWork = new WeakMap<object, AsyncMark>()
const ofNobody: AsyncMark = { run: (work) => work(), isInside: () => false }

/** True if the open transaction is another caller's: it would take what is written now along, and could roll it back. */
export const isInOtherWork = (db: object): boolean => openWork.get(db)?.isInside() === false

export function queueOf(db: Database) {
  const queue = queues.get(db) ?? makeQueue(db)
  queues.set(db, queue)
  return queue
}

/** Runs single statements in the queue of a database. */
export function stepsOf(db: Database) {
  const enqueue = queueOf(db)
  return <T>(step: () => T) => withTransactionTimeout(lockTimeout, (limit) => enqueue(limit, step))
}

/**
 * Runs steps one after another: a write in between would join a transaction that waits for its work. Waiting steps are committed
 * together, which costs as much as one commit. None gets its result before the commit. After a slow step the batch is committed
 * at once.
 */
function makeQueue(db: Database) {
  const waiting: QueuedStep[] = []
  let isAtWork = false

  /** The next step whose caller still waits. */
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
    const steps: QueuedStep[] = [first]
    const settlements: (() => void)[] = []
    try {
      if (
        !(await whenFree(
          db,
          () => db.exec("begin immediate"),
          () => first.limit.isOver,
        ))
      )
        return
    } catch (error) {
      first.reject(error)
      return
    }
    openWork.set(db, ofNobody)
    try {
      let next: QueuedStep | undefined = first
      const end = performance.now() + quick
      while (next !== undefined) {
        settlements.push(next.inSavepoint ? await transact(next, next.inSavepoint) : runStatement(next))
        const isSlow = performance.now() > end
        next = isSlow || steps.length === maxSteps ? undefined : take()
        if (next !== undefined) steps.push(next)
      }
      const isOver = () => steps.every(({ limit }) => limit.isOver)
      if (!(await whenFree(db, () => db.exec("commit"), isOver)))
        throw new Error("Readers of the database blocked the commit")
    } catch (error) {
      rollBack(db)
      for (const { reject } of steps) reject(error)
      return
    } finally {
      // Until then a commit may wait for readers, and fail.
      openWork.delete(db)
    }
    for (const settle of settlements) settle()
  }
  async function transact({ step, resolve, reject }: QueuedStep, savepoint: OwnStep): Promise<() => void> {
    openWork.set(db, savepoint.mark)
    let result: unknown
    try {
      db.exec("savepoint mas_webhook")
      result = await step()
      release()
    } catch (error) {
      try {
        db.exec("rollback to mas_webhook; release mas_webhook")
      } catch {
        savepoint.lost()
        throw error
      }
      return () => reject(error)
    }
    savepoint.finish(result)
    return () => resolve(result)
  }
  /** Fails only if there is no such savepoint. */
  function release() {
    try {
      db.exec("release mas_webhook")
    } catch (cause) {
      throw endedTransaction("sqlite", cause)
    }
  }

  return <T>(limit: TransactionTimeout, step: () => T | Promise<T>, ends?: SavepointEnds<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const inContext = callerContext()
      const mark = ends && asyncMark()
      const inCaller = () => inContext(() => (mark ? mark.run(step) : step()))
      const inSavepoint = ends && mark && { ...(ends as SavepointEnds<unknown>), mark }
      waiting.push({ inSavepoint, limit, step: inCaller, resolve: resolve as (result: unknown) => void, reject })
      if (isAtWork) return
      isAtWork = true
      // Read pending input before the write lock is taken.
      nextMacrotask(work)
    })
}
