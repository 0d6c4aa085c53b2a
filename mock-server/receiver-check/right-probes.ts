import { limits } from "../../sdk/contract/core/limits.ts"
import { webhookEventTypes } from "../../sdk/contract/models/webhook-event-types.ts"
import type { WebhookEventType } from "../../sdk/contract/models/webhook-events.ts"
import { largestEvent } from "../../sdk/webhooks/limits.gen.ts"
import { type EventMaker, strangeSecret } from "./event-maker.ts"
import { expecting, type Probe, taken, takenAtLast, takenOnce, type UsualProbe } from "./probe.ts"
import type { ProbeRequest } from "./send.ts"

const hour = 3_600_000

const clockOrSecret =
  "Is this the endpoint's secret (base64-decode what follows whsec_)? Is the receiver's clock right? Does anything change the body before it is verified?"

const typeProbe = (type: WebhookEventType): UsualProbe => ({
  name: `type-${type.slice("email.".length)}`,
  says: `It accepts ${type}.`,
  requests: (make) => [make.request(make.event({}, { type }))],
  wayOut: `Answer 2xx to every type, also to those that you do nothing with. ${clockOrSecret}`,
})

/** As many bytes as the limits allow: both texts with every character escaped, and tags for the rest. */
function largest(make: EventMaker) {
  const text = "\u0001".repeat(limits.inboundTextBytes)
  const { id, body } = make.event(
    { text, html: text, truncated: true, tags: { filler: "" } },
    { type: "email.received" },
  )
  const left = largestEvent - Buffer.byteLength(body)
  return { id, body: body.replace('"filler":""', `"filler":"${"x".repeat(left)}"`) }
}

/** The same event as a person would write it: verified over anything but these bytes, it does not fit. */
const spelledOtherwise = (body: string) =>
  JSON.stringify(JSON.parse(body), null, 2).replace("webhook-check+", "webhook\\u002dcheck+").replaceAll("/", "\\/")

const named = (make: EventMaker, as: (name: string) => string): ProbeRequest =>
  make.fresh({
    headers: (signed) => Object.fromEntries(Object.entries(signed).map(([name, value]) => [as(name), value])),
  })

const later = { size: 7, pause: 0 }

/** Everything that the service may send, one event each. Spec: Request to the endpoint. */
export const rightProbes: readonly Probe[] = expecting(taken, [
  ...webhookEventTypes.map(typeProbe),
  {
    name: "unknown-type",
    says: "It accepts an event of a type that does not exist yet.",
    requests: (make) => {
      const { id, body } = make.event()
      return [make.request({ id, body: body.replace(/"type":"[^"]+"/, '"type":"email.foreseen"') })]
    },
    wayOut:
      "Answer 2xx to types that you do not know: the service may add some, and failed attempts turn the endpoint off.",
  },
  {
    name: "unknown-fields",
    says: "It accepts fields that it does not know.",
    requests: (make) => {
      const { id, body } = make.event({ added: { deep: [1, null, { more: true }] } })
      return [make.request({ id, body: body.replace(/\}$/, ',"added_above":{"x":1}}') })]
    },
    effects: 1,
    wayOut: "Ignore fields that you do not know. A strict schema refuses the first event that has a new one.",
  },
  {
    name: "test-event",
    says: "It accepts a test event, whose message_id is null.",
    requests: (make) => [make.request(make.event({ test: true, message_id: null }))],
    wayOut: "Answer 2xx where data.test is true and data.message_id is null: `mas webhooks test` sends such events.",
  },
  {
    name: "exact-bytes",
    says: "It verifies the body as it came, byte for byte.",
    requests: (make) => {
      const { id, body } = make.event()
      return [make.request({ id, body: spelledOtherwise(body) })]
    },
    effects: 1,
    wayOut:
      "Verify the raw bytes, before any parser. JSON that was parsed and written again has other bytes, and no signature fits.",
  },
  {
    name: "unicode",
    says: "It accepts every character.",
    requests: (make) => [
      make.request(make.event({ subject: "Zoë paid 5 € 🧾 — 請求書 \u2028 \u0000 \u0007 'quote\" \\ </script>" })),
    ],
    effects: 1,
    wayOut:
      "Verify bytes, or decode them as UTF-8; have room for emoji, and strip a NUL (\\u0000): Postgres refuses it in text.",
  },
  {
    name: "largest",
    says: `It accepts the largest event, ${largestEvent} bytes.`,
    requests: (make) => [make.request(largest(make))],
    wayOut: `Set the limit for bodies to ${largestEvent} bytes at least, in the proxy before the program too. Many parsers begin with 100 KB.`,
  },
  {
    name: "rotation",
    says: "It accepts two signatures of which one fits.",
    requests: (make) => [
      make.signed((own) => `v1,${"A".repeat(43)}= ${own}`),
      make.signed((own) => `${own} v1,${"A".repeat(43)}=`),
    ],
    effects: 2,
    wayOut:
      "Split webhook-signature at spaces, and accept where one v1 fits. Compared as one string, every event fails while a secret is being rotated.",
  },
  {
    name: "other-version",
    says: "It accepts a v1 signature beside one of a version that it does not know.",
    requests: (make) => [make.signed((own) => `v9,AAAA ${own}`)],
    effects: 1,
    wayOut: "Pass over signatures that do not begin with v1, and look at the others.",
  },
  {
    name: "late",
    says: "It accepts an event that happened 34 hours ago.",
    requests: (make) => [make.request(make.event({}, { ago: 34 * hour }))],
    effects: 1,
    wayOut:
      "Compare webhook-timestamp with the clock, not the timestamp in the body: the last retry comes 34 h 36 min after the first attempt.",
  },
  {
    name: "out-of-order",
    says: "It accepts an older event after a newer one.",
    requests: (make) => {
      const message_id = make.data("email.delivered").message_id
      return (["email.delivered", "email.sent"] as const).map((type, index) =>
        make.request(make.event({ message_id }, { type, ago: index * hour })),
      )
    },
    wayOut: "Answer 2xx to what comes late, and order by the timestamp in the body.",
  },
  {
    name: "header-case",
    says: "It reads headers in any case.",
    requests: (make) => [
      named(make, (name) => name.toUpperCase()),
      named(make, (name) => name.replace(/\b\w/g, (letter) => letter.toUpperCase())),
    ],
    effects: 2,
    wayOut: "Look headers up without regard to case: HTTP/2 and proxies write them in lower case, others do not.",
  },
  {
    name: "chunked",
    says: "It accepts a body in pieces, without Content-Length.",
    requests: (make) => [{ ...make.request(make.event({ subject: "ß".repeat(40) })), chunked: later }],
    effects: 1,
    wayOut:
      "Read the body to its end, whether Content-Length is there or not, and join its bytes before decoding them.",
  },
])

/** Events that are sent in an order that matters. Spec: Acknowledgement, retries, duplicates. */
export const orderProbes: readonly Probe[] = expecting(takenAtLast, [
  {
    name: "same-id-again",
    says: "It acknowledges an event that comes again, and does its work once.",
    requests: (make) => {
      const event = make.event()
      return [make.request(event), make.request(event), make.request(event)]
    },
    expect: taken,
    effects: 1,
    wayOut: "Keep the webhook-id of what is done for 35 hours at least, and answer 200 to it without doing it again.",
  },
  {
    name: "ten-at-once",
    says: "It does the work once where ten copies come at the same time.",
    requests: (make) => {
      const request = make.fresh()
      return Array.from({ length: 10 }, () => request)
    },
    atOnce: true,
    expect: takenOnce,
    effects: 1,
    wayOut:
      "Claim the webhook-id in one atomic step (insert … on conflict do nothing, SET NX) in a store that all processes share. To look first and write later lets two through.",
  },
  {
    name: "forged-before",
    says: "A forged request does not block the real event with the same id.",
    requests: (make) => {
      const event = make.event()
      return [make.request(event, { secret: strangeSecret }), make.request(event)]
    },
    effects: 1,
    wayOut: "Verify the signature first, and only then note the webhook-id as seen.",
  },
  {
    name: "cut-before",
    says: "A connection that was cut does not block the event when it comes again.",
    requests: (make) => {
      const event = make.event()
      return [{ ...make.request(event), cutAfter: 20 }, make.request(event)]
    },
    effects: 1,
    wayOut: "Note the webhook-id as done when the work is done, not when the request begins.",
  },
  {
    name: "failed-before",
    says: "An event whose work failed is done when it comes again.",
    requests: (make) => {
      const event = make.event()
      return [make.request(event), make.request(event)]
    },
    breaksWork: true,
    effects: 1,
    wayOut:
      "Note the webhook-id together with the work, in one transaction, or after it. Noted before, an event whose work fails is lost: its retry is taken for a duplicate.",
  },
])
