import type { SnapshotState } from "../../mock-server/world/snapshot.ts"
import { live, type Report } from "./simulate.ts"
import type { Plan } from "./steps.ts"
import type { Connector } from "./ways.ts"

/** A permitted difference between the ways to a service, with its reason; removed before worlds are compared. */
interface LeftOut {
  readonly what: string
  readonly why: string
  readonly leave: (state: SnapshotState) => SnapshotState
}

const without =
  (pattern: RegExp) =>
  (state: SnapshotState): SnapshotState =>
    JSON.parse(JSON.stringify(state).replace(pattern, ""))

const sorted = <T>(list: readonly T[]): T[] =>
  [...list].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

export const leftOut: readonly LeftOut[] = [
  {
    what: "the service's address",
    why: "each way has another address, and a server a free port; stored responses to idempotency keys contain it",
    leave: without(/https?:\/\/(127\.0\.0\.1:\d+|api\.mas\.example\/base)/g),
  },
  {
    what: "idempotency keys that a client generates",
    why: "they come from the platform's random numbers, so that no two clients share one",
    leave: without(/mas-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g),
  },
  {
    what: "the order in which webhook attempts of the same moment end",
    why: "they run side by side: over sockets each ends in its own time, in process in their order",
    leave: (state) => ({ ...state, attempts: { ...state.attempts, attempts: sorted(state.attempts.attempts) } }),
  },
  {
    what: "the numbers of timers",
    why: "the next attempts are numbered in the order in which the previous ones ended",
    leave(state) {
      const timers = sorted(state.timers.timers.map((timer) => ({ ...timer, id: 1 })))
      return { ...without(/"timer":\d+,/g)(state), timers: { lastId: 0, timers } }
    },
  },
]

/** A world's state at the end, for comparison. */
const durableState = ({ state }: Report): string =>
  JSON.stringify(leftOut.reduce((reducedState, { leave }) => leave(reducedState), state))

/** Runs a day by each of these ways; returns the first failure or difference of their worlds, or undefined. */
export async function difference(
  plan: Plan,
  connectors: Readonly<Record<string, Connector>>,
): Promise<string | undefined> {
  let first: { readonly name: string; readonly state: string } | undefined
  for (const [name, connector] of Object.entries(connectors)) {
    const report = await live(plan, { connector, overlaps: false })
    if (report.broken !== undefined) return `${name}: ${report.broken}`
    const state = durableState(report)
    if (first === undefined) first = { name, state }
    else if (state !== first.state) return `${first.name} and ${name} differ: ${firstDifference(first.state, state)}`
  }
  return undefined
}

function firstDifference(one: string, other: string): string {
  let at = 0
  while (one[at] === other[at]) at++
  const excerpt = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  return `${excerpt(one)} | ${excerpt(other)}`
}
