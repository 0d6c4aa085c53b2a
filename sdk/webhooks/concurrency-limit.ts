/** Milliseconds that an event waits for a place: a burst of quick events gets through, and what hangs holds nobody up. */
const waitTimeout = 1_000

/** Takes a place; resolves to what gives it back, or to undefined when there was none in time. */
export type AcquireSlot = () => Promise<(() => void) | undefined>

/**
 * Lets `max` events be handled at once. A place is free again when it is given back, or after `lease` milliseconds, because
 * work that hangs never gives it back.
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
