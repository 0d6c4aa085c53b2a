/** Milliseconds that an event waits for a slot: a burst of quick events gets through, and hanging work delays no others. */
const waitTimeout = 1_000

/** Acquires a slot. Resolves to a function that releases it, or to undefined if none was free in time. */
export type AcquireSlot = () => Promise<(() => void) | undefined>

/**
 * Limits concurrent events to `max`. A slot is free again when it is released, or after `lease` milliseconds, because
 * hanging work never releases it.
 */
export function concurrencyLimit(max: number, lease: number): AcquireSlot {
  const taken = new Set<{ readonly end: number }>()
  const waiting = new Set<() => void>()

  function hasRoom(): boolean {
    if (taken.size < max) return true
    for (const place of taken) if (place.end <= Date.now()) taken.delete(place)
    return taken.size < max
  }
  function take(): () => void {
    const place = { end: Date.now() + lease }
    taken.add(place)
    return () => {
      if (!taken.delete(place)) return
      const [next] = waiting
      next?.()
    }
  }
  return () =>
    new Promise((resolve) => {
      if (hasRoom()) return resolve(take())
      const timer = setTimeout(end, waitTimeout)
      function end(place?: () => void) {
        clearTimeout(timer)
        waiting.delete(next)
        resolve(place)
      }
      const next = () => end(take())
      waiting.add(next)
    })
}
