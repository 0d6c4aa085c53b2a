import { type HostClock, hostClock } from "../../mock-server/base/host.ts"

/** The real clock, without waits for faults. */
export const promptHost: HostClock = { ...hostClock, wait: async () => {} }

/** A host clock that is stopped until the test lets time pass. */
export function fakeHost(start: number) {
  let now = start
  let lastId = 0
  const waiting = new Map<number, { readonly at: number; readonly callback: () => void }>()
  const hostClock: HostClock = {
    now: () => now,
    elapsed: () => now,
    after(ms, callback) {
      const id = ++lastId
      waiting.set(id, { at: now + Math.max(0, ms), callback })
      return () => {
        waiting.delete(id)
      }
    },
    wait: (ms) => new Promise((resolve) => hostClock.after(ms, resolve)),
    soon: (callback) => {
      setImmediate(callback)
    },
  }
  /** Runs everything that needs no time. */
  const settle = async () => {
    for (let i = 0; i < 5; i++) await new Promise(setImmediate)
  }
  return {
    hostClock,
    settle,
    /** Lets `ms` pass and runs the callbacks at their times. */
    async pass(ms: number) {
      const end = now + ms
      for (;;) {
        const next = [...waiting].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
        if (next === undefined) break
        const [id, { at, callback }] = next
        waiting.delete(id)
        now = at
        callback()
        await settle()
      }
      now = end
      await settle()
    },
  }
}
