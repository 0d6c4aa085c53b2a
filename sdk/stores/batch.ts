/** A step that was asked for, and who waits for what is said of it. */
interface Waiting<Step, Said> {
  readonly step: Step
  resolve(said: Said | Promise<Said>): void
  reject(error: unknown): void
}

/** Steps at most that are one to the engine: it locks a row for each. */
const maxBatch = 100
/** Milliseconds after which steps that hang hold up no others. */
const patience = 1_000
/** When what the network has brought by now has been looked at. */
export const soon = globalThis.setImmediate ?? queueMicrotask

/**
 * Steps that are asked for in the same turn of the event loop go as one, of which so many are under way: where that is one, what is
 * asked for meanwhile goes with the next, and the more there is to do, the less each costs. Steps of the same id never go as
 * one, and those that do so are in the order of ids, so that two processes never wait for each other. `run` says one thing
 * for each of its steps.
 */
export function batch<Step extends { readonly id: string }, Said>(
  run: (steps: readonly Step[]) => Promise<readonly (Said | Promise<Said>)[]>,
  limit: number,
): (step: Step) => Promise<Said> {
  const waiting = new Map<string, Waiting<Step, Said>[]>()
  let underWay = 0
  let isComing = false

  /** The first of each id. */
  function take(): Waiting<Step, Said>[] {
    const taken: Waiting<Step, Said>[] = []
    for (const [id, asked] of waiting) {
      if (taken.length === maxBatch) break
      taken.push(...asked.splice(0, 1))
      if (asked.length === 0) waiting.delete(id)
    }
    return taken.sort((a, b) => (a.step.id < b.step.id ? -1 : 1))
  }
  function begin() {
    if (isComing || underWay >= limit || waiting.size === 0) return
    isComing = true
    soon(go)
  }
  async function go() {
    const taken = take()
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      underWay--
      begin()
    }
    isComing = false
    underWay++
    begin()
    const timer = setTimeout(over, patience)
    try {
      const said = await run(taken.map(({ step }) => step))
      for (const [at, { resolve }] of taken.entries()) resolve(said[at] as Said)
    } catch (error) {
      for (const { reject } of taken) reject(error)
    }
    clearTimeout(timer)
    over()
  }

  return (step) =>
    new Promise((resolve, reject) => {
      const asked = { step, resolve, reject }
      const same = waiting.get(step.id)
      if (same) same.push(asked)
      else waiting.set(step.id, [asked])
      begin()
    })
}
