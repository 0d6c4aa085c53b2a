/** Milliseconds that an event waits for a slot: a burst of quick events gets through, and hanging work delays no others. */
const waitTimeout = 1_000

/** Acquires a slot. Resolves to a function that releases it, or to undefined if none was free in time. */
export type AcquireSlot = () => Promise<(() => void) | undefined>

/**
 * Limits concurrent events to `max`. A slot is free again when it is released, or after `lease` milliseconds, because
 * hanging work never releases it.
 */
export function concurrencyLimit(max: number, lease: number): AcquireSlot {
  const slots = new Set<{ readonly end: number }>()
  const waiting = new Set<() => void>()

  function hasRoom(): boolean {
    if (slots.size < max) return true
    for (const slot of slots) if (slot.end <= Date.now()) slots.delete(slot)
    return slots.size < max
  }
  function take(): () => void {
    const slot = { end: Date.now() + lease }
    slots.add(slot)
    return () => {
      if (!slots.delete(slot)) return
      const [next] = waiting
      next?.()
    }
  }
  return () =>
    new Promise((resolve) => {
      if (hasRoom()) return resolve(take())
      const timer = setTimeout(end, waitTimeout)
      function end(slot?: () => void) {
        clearTimeout(timer)
        waiting.delete(next)
        resolve(slot)
      }
      const next = () => end(take())
      waiting.add(next)
    })
}
