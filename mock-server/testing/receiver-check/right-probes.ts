import { limits } from "../../../sdk/contract/core/limits.ts"
import { webhookEventTypes } from "../../../sdk/contract/models/webhook-event-types.ts"
import type { WebhookEventType } from "../../../sdk/contract/models/webhook-events.ts"
import { largestEvent } from "../../../sdk/webhooks/limits.gen.ts"
import { type EventMaker, strangeSecret } from "./event-maker.ts"
import { accepted, acceptedEventually, expecting, type Probe, takenOnce, type UsualProbe } from "./probe.ts"
import type { ProbeRequest } from "./send.ts"

const hour = 3_600_000

const clockOrSecret =
  "Is this the endpoint's secret (base64-decode what follows whsec_)? Is the receiver's clock right? Does anything change the body before it is verified?"

const typeProbe = (type: WebhookEventType): UsualProbe => ({
  name: `type-${type.slice("email.".length)}`,
  requirement: `It accepts ${type}.`,
  requests: (make) => [make.request(make.event({}, { type }))],
  fix: `Respond with 2xx to every type that the endpoint listens to (--events), also to those that you ignore. ${clockOrSecret}`,
})

/** The largest event that the limits allow: both texts with every character escaped, and tags for the rest. */
function largest(make: EventMaker) {
  const text = "\u0001".repeat(limits.inboundTextBytes)
  const { id, body } = make.event(
    { text, html: text, truncated: true, tags: { filler: "" } },
    { type: "email.received" },
  )
  const remaining = largestEvent - Buffer.byteLength(body)
  return { id, body: body.replace('"filler":""', `"filler":"${"x".repeat(remaining)}"`) }
}

/** The same event in a different JSON notation: the signature matches only if exactly these bytes are verified. */
const spelledOtherwise = (body: string) =>
  JSON.stringify(JSON.parse(body), null, 2).replace("webhook-check+", "webhook\\u002dcheck+").replaceAll("/", "\\/")

const withHeaderNames = (make: EventMaker, as: (name: string) => string): ProbeRequest =>
  make.fresh({
    headers: (signed) => Object.fromEntries(Object.entries(signed).map(([name, value]) => [as(name), value])),
  })

const later = { size: 7, pause: 0 }

/** True for a probe of a type, or of the only type that can be large, which the endpoint does not listen to. */
export const isOfOtherType = ({ name }: Probe, types: readonly WebhookEventType[]): boolean =>
  (name === "largest" && !types.includes("email.received")) ||
  webhookEventTypes.some((type) => name === typeProbe(type).name && !types.includes(type))

/** Probes with valid requests, one event each. Spec: Request to the endpoint. */
export const rightProbes: readonly Probe[] = expecting(accepted, [
  ...webhookEventTypes.map(typeProbe),
  {
    name: "unknown-type",
    level: "should",
    requirement: "It accepts an event of an unknown type.",
    requests: (make) => {
      const { id, body } = make.event()
      return [make.request({ id, body: body.replace(/"type":"[^"]+"/, '"type":"email.foreseen"') })]
    },
    fix: "Respond with 2xx to unknown types: once the endpoint listens to a new one, failed attempts turn it off.",
  },
  {
    name: "unknown-fields",
    requirement: "It accepts unknown fields.",
    requests: (make) => {
      const { id, body } = make.event({ added: { deep: [1, null, { more: true }] } })
      return [make.request({ id, body: body.replace(/\}$/, ',"added_above":{"x":1}}') })]
    },
    effects: 1,
    fix: "Ignore unknown fields. A strict schema refuses the first event with a new field.",
  },
  {
    name: "test-event",
    requirement: "It accepts a test event, whose message_id is null.",
    requests: (make) => [make.request(make.event({ test: true, message_id: null }))],
    fix: "Respond with 2xx where data.test is true and data.message_id is null: `mas webhooks test` sends such events.",
  },
  {
    name: "exact-bytes",
    requirement: "It verifies the raw body, byte for byte.",
    requests: (make) => {
      const { id, body } = make.event()
      return [make.request({ id, body: spelledOtherwise(body) })]
    },
    effects: 1,
    fix: "Verify the raw bytes, before any parser. JSON that was parsed and serialized again has other bytes, and no signature matches.",
  },
  {
    name: "unicode",
    requirement: "It accepts every character.",
    requests: (make) => [
      make.request(make.event({ subject: "Zoë paid 5 € 🧾 — 請求書 \u2028 \u0000 \u0007 'quote\" \\ </script>" })),
    ],
    effects: 1,
    fix: "Verify bytes, or decode them as UTF-8. Support emoji, and strip a NUL (\\u0000): Postgres refuses it in text.",
  },
  {
    name: "largest",
    requirement: `It accepts the largest event, ${largestEvent} bytes.`,
    requests: (make) => [make.request(largest(make))],
    fix: `Set the body limit to at least ${largestEvent} bytes, in a proxy in front of the program too. Many parsers default to 100 KB.`,
  },
  {
    name: "rotation",
    requirement: "It accepts two signatures of which one is valid.",
    requests: (make) => [
      make.signed((signature) => `v1,${"A".repeat(43)}= ${signature}`),
      make.signed((signature) => `${signature} v1,${"A".repeat(43)}=`),
    ],
    effects: 2,
    fix: "Split webhook-signature at spaces, and accept the event if one v1 signature matches. If compared as one string, every event fails during a secret rotation.",
  },
  {
    name: "other-version",
    requirement: "It accepts a v1 signature next to one of an unknown version.",
    requests: (make) => [make.signed((signature) => `v9,AAAA ${signature}`)],
    effects: 1,
    fix: "Skip signatures that do not begin with v1, and check the others.",
  },
  {
    name: "late",
    requirement: "It accepts an event that happened 34 hours ago.",
    requests: (make) => [make.request(make.event({}, { ago: 34 * hour }))],
    effects: 1,
    fix: "Compare webhook-timestamp with the clock, not the timestamp in the body: the last retry comes 34 h 36 min after the first attempt.",
  },
  {
    name: "out-of-order",
    requirement: "It accepts an older event after a newer one.",
    requests: (make) => {
      const message_id = make.data("email.delivered").message_id
      const pair = (["email.delivered", "email.sent"] as const).map((type) =>
        make.types.includes(type) ? type : make.mainType,
      )
      return pair.map((type, index) => make.request(make.event({ message_id }, { type, ago: index * hour })))
    },
    fix: "Respond with 2xx to late events, and order by the timestamp in the body.",
  },
  {
    name: "header-case",
    requirement: "It reads headers in any case.",
    requests: (make) => [
      withHeaderNames(make, (name) => name.toUpperCase()),
      withHeaderNames(make, (name) => name.replace(/\b\w/g, (letter) => letter.toUpperCase())),
    ],
    effects: 2,
    fix: "Look up headers case-insensitively: HTTP/2 and some proxies send lower case, others do not.",
  },
  {
    name: "chunked",
    level: "should",
    requirement: "It accepts a chunked body without Content-Length.",
    requests: (make) => [{ ...make.request(make.event({ subject: "ß".repeat(40) })), chunked: later }],
    effects: 1,
    fix: "Read the body to its end, with or without Content-Length, and join its bytes before decoding them.",
  },
])

/** Probes in which the order of the requests matters. Spec: Acknowledgement, retries, duplicates. */
export const orderProbes: readonly Probe[] = expecting(acceptedEventually, [
  {
    name: "same-id-again",
    requirement: "It acknowledges a repeated event, and does its work once.",
    requests: (make) => {
      const event = make.event()
      return [make.request(event), make.request(event), make.request(event)]
    },
    expect: accepted,
    effects: 1,
    fix: "Store the webhook-id of each completed event for at least 35 hours, and respond with 200 to repeats without doing the work again.",
  },
  {
    name: "ten-at-once",
    requirement: "It does the work once when ten copies arrive at the same time.",
    requests: (make) => {
      const request = make.fresh()
      return Array.from({ length: 10 }, () => request)
    },
    atOnce: true,
    expect: takenOnce,
    effects: 1,
    fix: "Claim the webhook-id in one atomic step (insert … on conflict do nothing, SET NX) in a store that all processes share. A separate check and write lets two through.",
  },
  {
    name: "forged-before",
    requirement: "A forged request does not block the real event with the same id.",
    requests: (make) => {
      const event = make.event()
      return [make.request(event, { secret: strangeSecret }), make.request(event)]
    },
    effects: 1,
    fix: "Verify the signature first, and only then record the webhook-id.",
  },
  {
    name: "cut-before",
    requirement: "A cut connection does not block the event when it is sent again.",
    requests: (make) => {
      const event = make.event()
      return [{ ...make.request(event), cutAfter: 20 }, make.request(event)]
    },
    effects: 1,
    fix: "Mark the webhook-id as done when the work is done, not when the request begins.",
  },
  {
    name: "failed-before",
    requirement: "An event whose work failed is handled when it is sent again.",
    requests: (make) => {
      const event = make.event()
      return [make.request(event), make.request(event)]
    },
    breaksWork: true,
    effects: 1,
    fix: "Record the webhook-id in the same transaction as the work, or after it. If it is recorded before, an event whose work fails is lost: its retry is taken for a duplicate.",
  },
])
