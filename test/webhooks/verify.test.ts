import type { IncomingHttpHeaders } from "node:http"
import { inspect } from "node:util"
import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { MasError } from "../../sdk/base/mas-error.ts"
import {
  type RawBody,
  type VerifyWebhookOptions,
  verifyWebhook,
  verifyWebhookAsync,
  type WebhookHeaders,
  type WebhookSecret,
  WebhookVerificationError,
} from "../../sdk/webhooks/index.ts"
import { body, event, headersFor, id, now, otherSecret, refusal, secret, sentAt, signature } from "./support.ts"

type Verify = (body: RawBody, headers: WebhookHeaders, secret: WebhookSecret, options?: VerifyWebhookOptions) => unknown
const both: [string, Verify][] = [
  ["verifyWebhook", verifyWebhook],
  ["verifyWebhookAsync", verifyWebhookAsync],
]
const headers = headersFor(body)
const verified = { ...event, id }

describe.each(both)("%s", (_name, verify) => {
  const bytes = new TextEncoder().encode(body)

  it.each<[string, RawBody]>([
    ["a string", body],
    ["a Buffer", Buffer.from(body)],
    ["a Buffer inside a larger one", Buffer.from(`##${body}##`).subarray(2, -2)],
    ["a Uint8Array", bytes],
    ["an ArrayBuffer", bytes.slice().buffer],
    ["a Uint8Array of another realm", runInNewContext("new Uint8Array(bytes)", { bytes: [...bytes] })],
    ["an ArrayBuffer of another realm", runInNewContext("new Uint8Array(bytes).buffer", { bytes: [...bytes] })],
  ])("accepts the body as %s", async (_form, raw) => {
    expect(await verify(raw, headers, secret, { now })).toEqual(verified)
  })

  it.each<[string, WebhookHeaders]>([
    ["fetch Headers", new Headers(headers)],
    ["Node's headers", { ...headers, host: "localhost", "set-cookie": ["a=1"] } satisfies IncomingHttpHeaders],
    ["a Map", new Map(Object.entries(headers))],
    [
      "upper case names",
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    ["title case names", { "Webhook-Id": id, "Webhook-Timestamp": `${sentAt}`, "Webhook-Signature": signature(body) }],
    ["values in arrays", Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))],
    ["a record without a prototype", Object.assign(Object.create(null), headers)],
  ])("accepts the headers as %s", async (_form, acceptedHeaders) => {
    expect(await verify(body, acceptedHeaders, secret, { now })).toEqual(verified)
  })

  it("returns the body's JSON with the webhook-id as id, even if the body has its own id", async () => {
    const customBody = JSON.stringify({ ...event, id: "other", extra: { deep: [1] } })
    expect(await verify(customBody, headersFor(customBody), secret, { now })).toEqual({
      ...event,
      extra: { deep: [1] },
      id,
    })
  })

  it("verifies an event with an unknown type or unknown fields", async () => {
    const unknown = JSON.stringify({ type: "sms.teleported", timestamp: event.timestamp, data: { x: 1 }, v: 2 })
    expect(await verify(unknown, headersFor(unknown), secret, { now })).toMatchObject({ type: "sms.teleported", v: 2 })
  })

  it("hashes bytes as received: invalid UTF-8 and a byte order mark verify [33.1]", async () => {
    const invalid = Buffer.concat([
      Buffer.from('{"type":"a","data":"'),
      Buffer.from([0xff, 0xc3, 0x28]),
      Buffer.from('"}'),
    ])
    expect(await verify(invalid, headersFor(invalid), secret, { now })).toMatchObject({ data: "\ufffd\ufffd(" })
    const marked = Buffer.from(`\ufeff${body}`)
    expect(await verify(marked, headersFor(marked), secret, { now })).toEqual(verified)
    expect(await verify(`\ufeff${body}`, headersFor(marked), secret, { now })).toEqual(verified)
    expect(await refusal(() => verify(body, headersFor(marked), secret, { now }))).toMatchObject({
      reason: "no_matching_signature",
    })
  })

  it("accepts if any of several signatures matches, and ignores versions other than v1 [33.1]", async () => {
    const right = signature(body)
    const wrong = signature(body, { secret: otherSecret })
    const claims = [
      `${wrong} ${right}`,
      `${right} ${wrong}`,
      `v2,AAAA v1a,zzzz ${right}`,
      `v1, ${right}`,
      `${wrong}  ${right}`,
    ]
    for (const claim of claims) {
      expect(await verify(body, { ...headers, "webhook-signature": claim }, secret, { now })).toEqual(verified)
    }
    for (const signatureHeader of [[wrong, right], `${wrong}, ${right}`, `${right}, ${wrong}`]) {
      expect(await verify(body, { ...headers, "webhook-signature": signatureHeader }, secret, { now })).toEqual(
        verified,
      )
    }
    const appended = new Headers({ ...headers, "webhook-signature": wrong })
    appended.append("webhook-signature", right)
    expect(await verify(body, appended, secret, { now })).toEqual(verified)
  })

  it.each([
    ["another version with the right digest", signature(body).replace("v1,", "v2,")],
    ["an asymmetric version with the right digest", signature(body).replace("v1,", "v1a,")],
    ["no version", signature(body).slice(3)],
    ["an empty signature", "v1,"],
    ["a signature cut short", signature(body).slice(0, -1)],
    ["a signature without padding", signature(body).replace("=", "")],
    ["a signature with extra characters", `${signature(body)}A`],
    ["another secret's signature", signature(body, { secret: otherSecret })],
    ["the url-safe alphabet", "v1,--__".padEnd(47, "-")],
    ["text", "not a signature"],
  ])("refuses %s", async (_what, claim) => {
    const error = await refusal(() => verify(body, { ...headers, "webhook-signature": claim }, secret, { now }))
    expect(error.reason).toBe("no_matching_signature")
  })

  it("accepts if any of several secrets matches", async () => {
    expect(await verify(body, headers, [otherSecret, secret], { now })).toEqual(verified)
    expect(await verify(body, headers, [secret, otherSecret], { now })).toEqual(verified)
    expect((await refusal(() => verify(body, headers, [otherSecret], { now }))).reason).toBe("no_matching_signature")
  })

  it("accepts a timestamp within the tolerance, to the second, in either direction [33.2]", async () => {
    const at = (seconds: number, toleranceSeconds?: number) =>
      verify(body, headers, secret, { now: (sentAt + seconds) * 1000, toleranceSeconds })
    for (const away of [-300, -1, 0, 299, 300, 300.999]) expect(await at(away)).toEqual(verified)
    expect((await refusal(() => at(301))).reason).toBe("timestamp_too_old")
    expect((await refusal(() => at(-301))).reason).toBe("timestamp_too_new")
    expect(await at(10, 10)).toEqual(verified)
    expect((await refusal(() => at(11, 10))).reason).toBe("timestamp_too_old")
    expect((await refusal(() => at(1, 0))).reason).toBe("timestamp_too_old")
    expect(await at(1e9, Number.POSITIVE_INFINITY)).toEqual(verified)
  })

  it("accepts the time as a Date, milliseconds or a function, and defaults to the real time", async () => {
    for (const time of [new Date(now), now, () => now, () => new Date(now)]) {
      expect(await verify(body, headers, secret, { now: time })).toEqual(verified)
    }
    const fresh = headersFor(body, { timestamp: String(Math.floor(Date.now() / 1000)) })
    expect(await verify(body, fresh, secret)).toEqual(verified)
    expect((await refusal(() => verify(body, headersFor(body, { timestamp: "1000000000" }), secret))).reason).toBe(
      "timestamp_too_old",
    )
  })

  it("refuses if the tolerance is not a number", async () => {
    await refusal(() => verify(body, headers, secret, { now, toleranceSeconds: Number.NaN }))
  })

  it.each([
    "-1795000000",
    "+1795000000",
    "1795000000.0",
    "1.795e9",
    "0x6afd5cc0",
    " 1795000000",
    "1795000000 ",
    "٣",
    "now",
    "1795000000, 1795000000",
  ])("refuses the correctly signed timestamp %j, which is not only digits", async (timestamp) => {
    const error = await refusal(() => verify(body, headersFor(body, { timestamp }), secret, { now }))
    expect(error.reason).toBe("invalid_header")
  })

  it.each(["webhook-id", "webhook-timestamp", "webhook-signature"])(
    "names %s when it is missing or empty",
    async (name) => {
      for (const value of [undefined, "", []]) {
        const error = await refusal(() => verify(body, { ...headers, [name]: value }, secret, { now }))
        expect(error).toMatchObject({ reason: "missing_header", message: expect.stringContaining(name) })
      }
      const without = new Headers(headers)
      without.delete(name)
      expect((await refusal(() => verify(body, without, secret, { now }))).reason).toBe("missing_header")
    },
  )

  it("says that it needs the raw body if it gets anything else", async () => {
    const wrong: unknown[] = [event, [event], null, undefined, 42, new Uint16Array(2), new DataView(new ArrayBuffer(2))]
    for (const parsed of wrong) {
      const error = await refusal(() => verify(parsed as RawBody, headers, secret, { now }))
      expect(error).toMatchObject({ reason: "raw_body_required", message: expect.stringContaining("raw body") })
    }
  })

  it.each(["", "not json", "{", "null", "42", '"text"', "[]", "\ufeff\ufeff{}x"])(
    "refuses the correctly signed body %j, which is not a JSON object",
    async (content) => {
      const error = await refusal(() => verify(content, headersFor(content), secret, { now }))
      expect(error).toMatchObject({ reason: "invalid_body" })
      expect(error.cause).toBeUndefined()
    },
  )

  it.each([
    ["an empty key", "whsec_"],
    ["no prefix", secret.slice(6)],
    ["another prefix", `sk_${secret.slice(6)}`],
    ["the prefix in capitals", secret.replace("whsec_", "WHSEC_")],
    ["characters outside base64", "whsec_not*base64"],
    ["the url-safe alphabet", "whsec_ab-_"],
    ["a length base64 cannot have", "whsec_abcde"],
    ["a key cut short", "whsec_abc"],
    ["padding alone", "whsec_===="],
    ["padding in the middle", "whsec_ab==abcd"],
    ["a line break in it", secret.replace("_", "_\n")],
    ["a space before it", ` ${secret}`],
    ["the mask that the service shows", "whsec_••••aSw1"],
  ])("refuses a secret with %s and does not repeat it", async (_what, bad) => {
    for (const invalidSecrets of [bad, [secret, bad]]) {
      const error = await refusal(() => verify(body, headers, invalidSecrets, { now }))
      expect(error.reason).toBe("invalid_secret")
      expect(inspect(error, { showHidden: true })).not.toContain(bad.slice(6).trim() || "\0")
    }
  })

  it("says that a secret is missing", async () => {
    for (const none of ["", [], [""], undefined, null] as WebhookSecret[]) {
      const error = await refusal(() => verify(body, headers, none, { now }))
      expect(error).toMatchObject({ reason: "invalid_secret", message: "The webhook secret is missing" })
    }
  })

  it("treats undefined headers as missing", async () => {
    const none = undefined as unknown as WebhookHeaders
    expect((await refusal(() => verify(body, none, secret, { now }))).reason).toBe("missing_header")
  })

  it("leaves no secret and no expected signature in its errors", async () => {
    const forged = { ...headers, "webhook-signature": signature(body, { secret: otherSecret }) }
    const error = await refusal(() => verify(body, forged, secret, { now }))
    for (const hidden of [secret, secret.slice(6), signature(body).slice(3)]) {
      expect(inspect(error, { showHidden: true, depth: 9 })).not.toContain(hidden)
      expect(JSON.stringify(error)).not.toContain(hidden)
    }
  })
})

describe("verifyWebhookAsync", () => {
  const request = (init: RequestInit = {}) =>
    new Request("http://localhost/", { method: "POST", headers, body, ...init })

  it("accepts a fetch Request", async () => {
    expect(await verifyWebhookAsync(request(), secret, { now })).toEqual(verified)
    expect(await verifyWebhookAsync(request(), [otherSecret, secret], { now })).toEqual(verified)
  })

  it("treats a request without a body as having an empty body", async () => {
    const empty = new Request("http://localhost/", { method: "POST", headers: headersFor("") })
    expect((await refusal(() => verifyWebhookAsync(empty, secret, { now }))).reason).toBe("invalid_body")
  })

  it("says so if the request was already read", async () => {
    const used = request()
    await used.json()
    expect((await refusal(() => verifyWebhookAsync(used, secret, { now }))).reason).toBe("raw_body_required")
  })
})

describe("WebhookVerificationError", () => {
  it("is a MasError with a name that survives in its stack", () => {
    const error = new WebhookVerificationError("invalid_header", "why")
    expect(error).toBeInstanceOf(MasError)
    expect(error.name).toBe("WebhookVerificationError")
    expect(error.stack).toMatch(/^WebhookVerificationError: why\n/)
    expect(new MasError("x").stack).toMatch(/^MasError: x\n/)
  })
})
