import { nextMacrotask } from "../stores/platform-timers.ts"
import { type LockedDatabase, rollBack, runStatement, type WaitingStep, whenFree } from "../stores/sqlite-lock.ts"

/** Milliseconds that steps wait for another connection's lock. */
const lockTimeout = 60_000

/**
 * Runs steps in transactions that end before other code of this process runs, so they never overlap the caller's own
 * transactions on the connection. Steps that arrive together are committed together.
 */
export function stepsIn(db: LockedDatabase): <T>(step: () => T) => Promise<T> {
  const waiting: WaitingStep[] = []
  let isAtWork = false

  async function work() {
    while (waiting.length > 0) await commit(waiting.splice(0))
    isAtWork = false
  }

  async function commit(steps: readonly WaitingStep[]) {
    const end = Date.now() + lockTimeout
    let settlements: (() => void)[] = []
    const go = () => {
      settlements = commitBatch(db, steps)
    }
    try {
      const isFree = await whenFree(db, go, () => Date.now() > end)
      if (!isFree) throw new Error("Another connection has locked the database for too long")
    } catch (error) {
      settlements = steps.map(
        ({ reject }) =>
          () =>
            reject(error),
      )
    }
    for (const settle of settlements) settle()
  }

  return (step) =>
    new Promise((resolve, reject) => {
      waiting.push({ step, resolve: resolve as (result: unknown) => void, reject })
      if (isAtWork) return
      isAtWork = true
      nextMacrotask(work)
    })
}

/** Runs and commits steps; returns functions that settle their promises. If it throws, nothing was done: call it again. */
function commitBatch(db: LockedDatabase, steps: readonly WaitingStep[]): (() => void)[] {
  db.exec("begin immediate")
  try {
    const settlements = steps.map(runStatement)
    db.exec("commit")
    return settlements
  } catch (error) {
    rollBack(db)
    throw error
  }
}
