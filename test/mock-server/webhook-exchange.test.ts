import { expect, it } from "vitest"
import { Exchange } from "../../mock-server/resources/webhooks/exchange.ts"
import type { DeliveryOutcome } from "../../mock-server/world/delivery.ts"
import { fakeHost } from "../support/fake-host.ts"

/** A webhook in progress, and its outcomes. */
function exchange() {
  const host = fakeHost(0)
  const outcomes: DeliveryOutcome[] = []
  const settle = (outcome: DeliveryOutcome) => outcomes.push(outcome)
  const under = new Exchange({
    clock: host.hostClock,
    request: { timeout: 10_000, noResponse: "no response in time" },
    settle,
  })
  const aborted: string[] = []
  under.onConnect((reason) => aborted.push(String(reason?.message)))
  return { under, outcomes, aborted, pass: host.pass }
}

const failed = (fields: object) => (under: Exchange) => under.onError(Object.assign(new Error("x"), fields))
const codes = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut",
  ENOTFOUND: "the host name does not resolve",
  EAI_AGAIN: "the host name does not resolve for now",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the connection took too long",
}

interface Case {
  readonly how: string
  readonly end: (under: Exchange) => void
  readonly error: string
  readonly expectedAborts?: readonly string[]
}

it.each<Case>([
  { how: "completes without a response", end: (under) => under.onComplete(), error: "no response" },
  {
    how: "changes the protocol",
    end: (under) => under.onUpgrade(),
    error: "the protocol was changed",
    expectedAborts: ["given up"],
  },
  { how: "fails with its own message", end: failed({ message: "broken pipe" }), error: "broken pipe" },
  {
    how: "fails at every address",
    end: (under) => under.onError(new AggregateError([new Error("one")])),
    error: "one",
  },
  { how: "fails in TLS", end: failed({ reason: "expired" }), error: "TLS failed: expired" },
  ...Object.entries(codes).map(([code, error]) => ({ how: `fails with ${code}`, end: failed({ code }), error })),
])(
  "a webhook whose connection $how is reported once, without a response",
  async ({ end, error, expectedAborts = [] }) => {
    const { under, outcomes, aborted, pass } = exchange()
    await pass(7)
    end(under)
    under.onComplete()
    await pass(20_000)
    expect(outcomes).toEqual([{ error, duration: 7 }])
    expect(aborted).toEqual(expectedAborts)
  },
)
