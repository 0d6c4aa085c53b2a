import { soon } from "../stores/batch.ts"
import { type LockedDatabase, rollBack, whenFree } from "../stores/sqlite-lock.ts"

/** A single statement, and who waits for what it says. */
interface Step {
  run(): unknown
  resolve(said: unknown): void
  reject(error: unknown): void
}

/** Milliseconds that steps wait for the lock of another connection. */
const patience = 60_000

/**
 * Runs steps in transactions that are over before anything else runs in this process: the caller's own transactions on the
 * connection never meet one. Steps that come together are committed together.
 */
export function stepsIn(db: LockedDatabase): <T>(run: () => T) => Promise<T> {
  const waiting: Step[] = []
  let isAtWork = false

  async function work() {
    while (waiting.length > 0) await commit(waiting.splice(0))
    isAtWork = false
  }

  async function commit(steps: readonly Step[]) {
    const end = Date.now() + patience
    let answers: (() => void)[] = []
    const go = () => {
      answers = together(db, steps)
    }
    try {
      const isFree = await whenFree(db, go, () => Date.now() > end)
      if (!isFree) throw new Error("Another connection has locked the database for too long")
    } catch (error) {
      answers = steps.map(
        ({ reject }) =>
          () =>
            reject(error),
      )
    }
    for (const answer of answers) answer()
  }

  return (run) =>
    new Promise((resolve, reject) => {
      waiting.push({ run, resolve: resolve as (said: unknown) => void, reject })
      if (isAtWork) return
      isAtWork = true
      soon(work)
    })
}

/** Runs and commits steps; gives what tells those who wait. When it throws nothing is done, and it can be called again. */
function together(db: LockedDatabase, steps: readonly Step[]): (() => void)[] {
  db.exec("begin immediate")
  try {
    const answers = steps.map(answerOf)
    db.exec("commit")
    return answers
  } catch (error) {
    rollBack(db)
    throw error
  }
}

/** SQLite undoes a statement that fails, and it alone. */
function answerOf({ run, resolve, reject }: Step): () => void {
  try {
    const said = run()
    return () => resolve(said)
  } catch (error) {
    return () => reject(error)
  }
}
