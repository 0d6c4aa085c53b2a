import { warnProcess } from "../base/platform.ts"
import {
  clockWarning,
  isHeld,
  isTooFar,
  keepTime,
  minKeep,
  refuseUnknownOptions,
  type WebhookClaim,
  type WebhookStore,
} from "./store.ts"

export interface MemoryStoreOptions {
  /** Maximum number of handled ids to keep. Default 100,000. */
  max?: number | undefined
  /** How long an id is kept, in milliseconds: at least 35 hours, by default 48. */
  keep?: number | undefined
  /** The current time in milliseconds since 1970. Default: the machine's clock. */
  now?: (() => number) | undefined
}

/** A store that returns synchronously. */
export interface MemoryStore extends WebhookStore {
  claim(id: string, options: { lease: number }): WebhookClaim
  complete(id: string, owner: string): boolean
  release(id: string, owner: string): boolean
}

/** Maximum number of expired entries that one claim removes. */
const sweptAtOnce = 100

interface Entry {
  readonly owner?: string
  readonly until: number
  readonly lease?: number
}

/**
 * The default store: memory of this process. Several processes, or one that restarts, need a shared store. It warns once when it
 * has more than `max` ids and must forget one that may still be repeated.
 *
 * @throws {RangeError} when `keep` is less than 35 hours, or `max` less than 1.
 * @throws {TypeError} for an unknown option.
 */
export function memoryStore({ max = 100_000, keep, now = Date.now, ...others }: MemoryStoreOptions = {}): MemoryStore {
  const keepMs = keepTime(keep)
  if (!(max >= 1)) throw new RangeError("max must be 1 or more")
  refuseUnknownOptions("memoryStore", others)
  const warnOfClock = clockWarning("memoryStore")
  const done = new Map<string, Entry>()
  const entriesById = new Map<string, Entry>()
  let owners = 0
  let warned = false

  // A Map keeps insertion order: the first entry is the oldest. Only some per claim: removing a million at once would block the
  // event loop.
  function sweep(entries: Map<string, Entry>, before: number) {
    let remaining = sweptAtOnce
    for (const [id, { until }] of entries) {
      if (until > before || remaining-- === 0) return
      entries.delete(id)
    }
  }
  const release = (id: string, owner: string) => entriesById.get(id)?.owner === owner && entriesById.delete(id)

  return {
    claim(id, { lease }) {
      const at = now()
      sweep(done, at)
      // A late owner may still complete.
      sweep(entriesById, at - minKeep)
      if ((done.get(id)?.until ?? 0) > at) return { state: "done" }
      const entry = entriesById.get(id)
      if (entry && isHeld(entry.until - at, entry.lease ?? 0)) return { state: "busy" }
      if (entry && isTooFar(entry.until - at, entry.lease ?? 0)) warnOfClock()
      const owner = String(++owners)
      entriesById.delete(id)
      entriesById.set(id, { owner, until: at + lease, lease })
      return { state: "mine", owner }
    },
    complete(id, owner) {
      if (!release(id, owner)) return false
      // Inserted again, so that it becomes the newest.
      done.delete(id)
      done.set(id, { until: now() + keepMs })
      if (done.size <= max) return true
      const [oldest = id] = done.keys()
      done.delete(oldest)
      if (!warned) warnProcess(`memoryStore forgets early: over ${max}`)
      warned = true
      return true
    },
    release,
  }
}
