import { memoryEngine } from "../../../sdk/stores/memory-pace.ts"
import { type Pace, type PaceClock, type PacedRequest, type PaceOptions, ratesOf } from "../../../sdk/stores/pace.ts"
import { paceOf } from "../../../sdk/stores/pace-of.ts"
import { fakeHost } from "../../support/fake-host.ts"

export const send: PacedRequest = { credential: "key-1", endpoint: "messages.send" }
export const read: PacedRequest = { credential: "key-1", endpoint: "contacts.list" }

/** Processes that share a store, in simulated time. `stall` gives the delay of each timer. */
export function fleet(processes: number, options: PaceOptions = {}, stall: (at: number) => number = () => 0) {
  const host = fakeHost(1_000)
  const engine = memoryEngine(ratesOf(options.perSecond), host.hostClock)
  const { now, after } = host.hostClock
  const clock: PaceClock = { now, after: (ms, run) => after(ms + stall(now() + ms), run) }
  const paces = Array.from({ length: processes }, () => paceOf(engine, options, clock))
  async function pass(ms: number): Promise<void> {
    // Work already started sets its timers first.
    await host.settle()
    await host.pass(ms)
  }
  return { ...host, pass, engine, paces, now: host.hostClock.now }
}

/** Asks for a turn. */
export function turnOf(
  pace: Pace | undefined,
  request: PacedRequest = send,
  { priority = 0, longest = Number.POSITIVE_INFINITY, signal = new AbortController().signal } = {},
): Promise<number | undefined> {
  if (!pace) throw new Error("There is no such process")
  return pace.turn(request, { priority, longest, signal })
}

/** The maximum number of moments within any span of `ms` milliseconds. */
export function mostWithin(moments: readonly number[], ms: number): number {
  const sorted = [...moments].sort((a, b) => a - b)
  let [most, from] = [0, 0]
  for (const [at, moment] of sorted.entries()) {
    while (moment - (sorted[from] ?? moment) >= ms) from++
    most = Math.max(most, at - from + 1)
  }
  return most
}
