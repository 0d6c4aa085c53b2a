interface Waiting {
  readonly runs: Set<() => void>
  readonly runAll: () => void
}

/** One listener per signal, however many calls share it: above ten, platforms warn of a leak. */
const signals = new WeakMap<AbortSignal, Waiting>()

/** Runs a function when the signal aborts, unless the returned function is called first. */
export function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (!signal) return () => {}
  const waiting = signals.get(signal) ?? listen(signal)
  const { runs, runAll } = waiting
  runs.add(run)
  return () => {
    if (!runs.delete(run) || runs.size > 0) return
    signal.removeEventListener("abort", runAll)
    signals.delete(signal)
  }
}

function listen(signal: AbortSignal): Waiting {
  const runs = new Set<() => void>()
  const runAll = () => {
    const pending = [...runs]
    runs.clear()
    signals.delete(signal)
    for (const run of pending) run()
  }
  signal.addEventListener("abort", runAll, { once: true })
  const waiting = { runs, runAll }
  signals.set(signal, waiting)
  return waiting
}
