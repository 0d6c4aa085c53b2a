import { type EventMaker, strangeSecret } from "./event-maker.ts"
import { expecting, notHandled, type Probe, refusedByStatus, rejected, tooLarge, type UsualProbe } from "./probe.ts"
import type { ProbeRequest } from "./send.ts"

const minutes = 60
/** Body size in bytes, above any receiver's limit. */
const flood = 32 * 1024 * 1024

const without = (header: string): UsualProbe => ({
  name: `no-${header}`,
  requirement: `It refuses a request without ${header}.`,
  requests: (make) => [make.fresh({ headers: (signed) => ({ ...signed, [header]: undefined }) })],
  fix: `Respond with 400 where ${header} is missing or empty.`,
})

/** A request with its signature in another form. */
const signatureAs = (make: EventMaker, change: (base64: string) => string): ProbeRequest => {
  const [event, signature] = make.withPlus()
  return make.request(event, { headers: (signed) => ({ ...signed, "webhook-signature": change(signature.slice(3)) }) })
}

const bodiless = (make: EventMaker, method: "GET" | "HEAD"): ProbeRequest => ({
  ...make.request({ id: make.id(), body: "" }),
  method,
  body: new Uint8Array(),
})

const outside =
  "Reject a webhook-timestamp more than 5 minutes in the past or future: an attacker can replay a recorded request."
const onlyV1 =
  "Compare each value that begins with v1, undecoded, with the base64 text of the HMAC in constant time. Decoders accept more than one spelling."

/** Probes with requests that a stranger can send. None may have an effect. Spec: Signature verification. */
export const wrongProbes: readonly Probe[] = expecting(rejected, [
  without("webhook-signature"),
  without("webhook-id"),
  without("webhook-timestamp"),
  {
    name: "wrong-secret",
    requirement: "It refuses a request signed with another secret.",
    requests: (make) => [make.fresh({ secret: strangeSecret })],
    fix: "Verify the signature of every request, and respond with 400 if none matches; catch the verifier's errors.",
  },
  {
    name: "changed-body",
    requirement: "It refuses a body that was changed after signing.",
    requests: (make) => {
      const event = make.event()
      return [make.request(event, { body: event.body.replace("webhook-check+", "webhook-other+") })]
    },
    fix: "Sign id, timestamp and body, joined by dots: {webhook-id}.{webhook-timestamp}.{body}.",
  },
  {
    name: "other-id",
    requirement: "It refuses a webhook-id other than the signed one.",
    requests: (make) => {
      const id = make.id()
      return [make.fresh({ headers: (signed) => ({ ...signed, "webhook-id": id }) })]
    },
    fix: "Include the id in the signed content. Otherwise one recorded event can be sent with any number of ids.",
  },
  {
    name: "other-timestamp",
    requirement: "It refuses a webhook-timestamp other than the signed one.",
    requests: (make) => {
      const now = make.seconds()
      return [
        make.fresh({
          timestamp: make.seconds(-6 * minutes),
          headers: (signed) => ({ ...signed, "webhook-timestamp": now }),
        }),
      ]
    },
    fix: "Include the timestamp in the signed content. Otherwise an old request passes with a new timestamp.",
  },
  {
    name: "timestamp-old",
    requirement: "It refuses a timestamp that is 6 minutes old.",
    requests: (make) => [make.fresh({ timestamp: make.seconds(-6 * minutes) })],
    fix: outside,
  },
  {
    name: "timestamp-ahead",
    requirement: "It refuses a timestamp that is 6 minutes ahead.",
    requests: (make) => [make.fresh({ timestamp: make.seconds(6 * minutes) })],
    fix: outside,
  },
  {
    name: "timestamp-no-number",
    requirement: "It refuses a timestamp that is not a number.",
    requests: (make) => [make.fresh({ timestamp: "soon" })],
    fix: "Accept digits only. A comparison with NaN is false: `age > 300` lets it through.",
  },
  {
    name: "300-signatures",
    requirement: "It refuses 300 wrong signatures quickly.",
    requests: (make) => [manySignatures(make, 300)],
    fix: "Compute the HMAC once, and compare it with each value.",
  },
  {
    name: "10000-signatures",
    requirement: "It refuses 10,000 wrong signatures quickly.",
    requests: (make) => [manySignatures(make, 10_000)],
    fix: "Compute the HMAC once, and compare it with each value; let the server limit the size of headers (431).",
  },
  {
    name: "too-large",
    requirement: "It refuses a body of 32 MB without reading all of it.",
    requests: (make) => [{ ...make.fresh({ secret: strangeSecret }), body: new Uint8Array(), flood }],
    expect: tooLarge,
    fix: "Limit the size of bodies, and respond with 413: an unsigned one must not fill the memory.",
  },
  ...(["GET", "HEAD"] as const).map(
    (method): UsualProbe => ({
      name: method.toLowerCase(),
      level: "should",
      requirement: `It does not handle ${method}.`,
      requests: (make) => [bodiless(make, method)],
      expect: notHandled,
      fix: "Mount the handler for POST alone, and respond with 405 to the rest. Scanners and link previews send GET and HEAD.",
    }),
  ),
])

/** Probes that only the holder of the secret can send, and the service does not. */
export const oddProbes: readonly Probe[] = expecting(rejected, [
  {
    name: "base64url",
    level: "should",
    requirement: "It refuses a signature in base64url.",
    requests: (make) => [
      signatureAs(make, (base64) => `v1,${base64.replaceAll("+", "-").replaceAll("/", "_").replace("=", "")}`),
    ],
    fix: onlyV1,
  },
  {
    name: "hex",
    level: "should",
    requirement: "It refuses a signature in hexadecimal.",
    requests: (make) => [signatureAs(make, (base64) => `v1,${Buffer.from(base64, "base64").toString("hex")}`)],
    fix: onlyV1,
  },
  {
    name: "v2-alone",
    level: "should",
    requirement: "It refuses a request whose only signature has another version.",
    requests: (make) => [signatureAs(make, (base64) => `v2,${base64}`)],
    fix: onlyV1,
  },
  {
    name: "no-version",
    level: "should",
    requirement: "It refuses a signature without a version.",
    requests: (make) => [signatureAs(make, (base64) => base64)],
    fix: onlyV1,
  },
  {
    name: "no-json",
    level: "should",
    expect: refusedByStatus,
    requirement: "It refuses a body with a valid signature that is not JSON.",
    requests: (make) => [make.request({ id: make.id(), body: "type=email.bounced" })],
    fix: "Parse after verifying, and respond with 400 if that fails. A 500 causes six more attempts.",
  },
  {
    name: "empty-body",
    level: "should",
    requirement: "It refuses an empty body.",
    requests: (make) => [make.request({ id: make.id(), body: "" })],
    fix: "Treat an empty body like any other body that is not JSON: 400. Do not take it for a ping.",
  },
])

/** A request with `count` wrong signatures of the right length. */
function manySignatures(make: EventMaker, count: number): ProbeRequest {
  const signatures = Array.from({ length: count }, (_, index) => `v1,${String(index).padStart(43, "A")}=`).join(" ")
  return make.signed(() => signatures)
}
