import { keepTime, leastKeep, refuseOthers, type WebhookClaim, type WebhookStore } from "./store.ts"

export interface MemoryStoreOptions {
  /** How many handled ids are kept at most. Default 100,000. */
  max?: number | undefined
  /** Milliseconds that an id is kept, 35 hours at least; 48 when left out. */
  keep?: number | undefined
  /** Milliseconds since 1970. Default: the machine's. */
  now?: (() => number) | undefined
}

/** Answers at once, since nothing has to be asked. */
export interface MemoryStore extends WebhookStore {
  claim(id: string, options: { lease: number }): WebhookClaim
  complete(id: string, owner: string): boolean
  release(id: string, owner: string): boolean
}

/** How many old entries a claim clears away at most. */
const sweptAtOnce = 100

interface Entry {
  readonly owner?: string
  readonly until: number
}

/**
 * The default store: in this process only. Several processes, or one that restarts, need one that they share. When it has
 * to forget an id that may still be repeated, because there are more than `max`, it warns once.
 *
 * @throws {RangeError} when `keep` is less than 35 hours.
 * @throws {TypeError} for what is not an option of it.
 */
export function memoryStore({ max = 100_000, keep, now = Date.now, ...others }: MemoryStoreOptions = {}): MemoryStore {
  const kept = keepTime(keep)
  refuseOthers("memoryStore", others)
  const done = new Map<string, Entry>()
  const taken = new Map<string, Entry>()
  let owners = 0
  let warned = false

  // A Map keeps the order of arrival: the first is the oldest. Only some at a time: all of a million would block the event loop.
  function sweep(entries: Map<string, Entry>, before: number) {
    let left = sweptAtOnce
    for (const [id, { until }] of entries) {
      if (until > before || left-- === 0) return
      entries.delete(id)
    }
  }
  const release = (id: string, owner: string) => taken.get(id)?.owner === owner && taken.delete(id)

  return {
    claim(id, { lease }) {
      const at = now()
      sweep(done, at)
      // Who comes late may still complete.
      sweep(taken, at - leastKeep)
      if ((done.get(id)?.until ?? 0) > at) return { state: "done" }
      if ((taken.get(id)?.until ?? 0) > at) return { state: "busy" }
      const owner = String(++owners)
      taken.delete(id)
      taken.set(id, { owner, until: at + lease })
      return { state: "mine", owner }
    },
    complete(id, owner) {
      if (!release(id, owner)) return false
      // Set anew, it is the latest again.
      done.delete(id)
      done.set(id, { until: now() + kept })
      if (done.size <= max) return true
      const [oldest = id] = done.keys()
      done.delete(oldest)
      if (!warned) globalThis.process?.emitWarning?.(`memoryStore forgets early: over ${max}`)
      warned = true
      return true
    },
    release,
  }
}
