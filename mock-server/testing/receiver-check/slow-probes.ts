import { accepted, acceptedEventually, type Probe } from "./probe.ts"

const stalled = 30
const burst = 200

/** The probes that take too long for a quick check. */
export const slowProbes: readonly Probe[] = [
  {
    name: "slow-body",
    level: "should",
    requirement: "It accepts a body that takes 5 seconds to arrive.",
    requests: (make) => [{ ...make.fresh(), chunked: { size: 40, pause: 500 } }],
    expect: accepted,
    effects: 1,
    fix: "Allow a request at least 10 seconds to arrive, in a proxy in front of the program too.",
  },
  {
    name: "burst",
    level: "should",
    requirement: `It accepts ${burst} events at once, as after an outage.`,
    requests: (make) => Array.from({ length: burst }, () => make.fresh()),
    atOnce: true,
    expect: accepted,
    effects: burst,
    fix: "Respond with 2xx once the event is stored, and do the work from a queue: each event must be acknowledged within 10 seconds.",
  },
  {
    name: "stalled",
    level: "should",
    requirement: `It responds while ${stalled} senders stall.`,
    requests: (make) => [
      ...Array.from({ length: stalled }, () => ({ ...make.fresh(), cutAfter: 4_000 })),
      make.fresh(),
    ],
    atOnce: true,
    expect: acceptedEventually,
    effects: 1,
    fix: "Use a server that reads many requests at once. A single worker waits for the first sender, and the rest time out.",
  },
]
