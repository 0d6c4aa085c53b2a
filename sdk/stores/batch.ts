import { callerContext, type InContext } from "./async-context.ts"
import { nextMacrotask } from "./platform-timers.ts"

interface Waiting<Step, Result> {
  readonly step: Step
  readonly inContext: InContext
  resolve(result: Result | Promise<Result>): void
  reject(error: unknown): void
}

/** Maximum number of steps in one batch: the engine locks a row for each. */
const maxBatch = 100
/** Milliseconds after which a hanging batch no longer delays others. */
const hangTimeout = 1_000

/** Postgres: a value or a row was refused, or a program in the database refused it. Clients: a value that they cannot send. */
const isAboutValue = (error: unknown) =>
  error instanceof TypeError || /^(22|23|54|P0)...$/.test(String(Object(error).code))

/**
 * Combines the steps of one event loop turn into a batch, with at most `limit` batches under way. With a limit of 1, steps wait
 * for the running batch and go with the next: the higher the load, the cheaper each step. Steps of the same id never share a
 * batch. Steps are sorted by id, so two processes never deadlock. `run` returns one result for each step.
 */
export function batch<Step extends { readonly id: string }, Result>(
  run: (steps: readonly Step[]) => Promise<readonly (Result | Promise<Result>)[]>,
  limit: number,
): (step: Step) => Promise<Result> {
  const waiting = new Map<string, Waiting<Step, Result>[]>()
  let running = 0
  let isComing = false

  /** The first step of each id. */
  function take(): Waiting<Step, Result>[] {
    const waiters: Waiting<Step, Result>[] = []
    for (const [id, queued] of waiting) {
      if (waiters.length === maxBatch) break
      waiters.push(...queued.splice(0, 1))
      if (queued.length === 0) waiting.delete(id)
    }
    return waiters.sort((a, b) => (a.step.id < b.step.id ? -1 : 1))
  }
  async function settle(waiters: readonly Waiting<Step, Result>[]): Promise<void> {
    try {
      const steps = waiters.map(({ step }) => step)
      // In the context of its first step: else each batch would inherit that of the first batch of all.
      const results = await (waiters[0]?.inContext ?? callerContext())(() => run(steps))
      for (const [index, { resolve }] of waiters.entries()) resolve(results[index] as Result)
    } catch (error) {
      // One step's value must not fail the others. A server that is away fails them all alike: they are not asked again.
      if (waiters.length > 1 && isAboutValue(error)) for (const one of waiters) await settle([one])
      else for (const { reject } of waiters) reject(error)
    }
  }
  function begin() {
    if (isComing || running >= limit || waiting.size === 0) return
    isComing = true
    nextMacrotask(go)
  }
  async function go() {
    const waiters = take()
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      running--
      begin()
    }
    isComing = false
    running++
    begin()
    const timer = setTimeout(over, hangTimeout)
    await settle(waiters)
    clearTimeout(timer)
    over()
  }

  return (step) =>
    new Promise((resolve, reject) => {
      const queued = { step, inContext: callerContext(), resolve, reject }
      const same = waiting.get(step.id)
      if (same) same.push(queued)
      else waiting.set(step.id, [queued])
      begin()
    })
}
