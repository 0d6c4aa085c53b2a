import { runInNewContext } from "node:vm"
import { expect, it, onTestFinished, vi } from "vitest"
import { MasError } from "../../sdk/base/mas-error.ts"
import { signWebhook, type VerifyWebhookOptions, verifyWebhook, verifyWebhookAsync } from "../../sdk/webhooks/index.ts"
import { delivery, gate, listening, url } from "./fetch-support.ts"
import { body, event, headersFor, now, refusal, secret, sentAt } from "./support.ts"

const signed = headersFor(body)
const at = (seconds: number): VerifyWebhookOptions => ({ now: (sentAt + seconds) * 1_000 })

it.each<[string, string, () => unknown]>([
  ["invalid_secret", "The webhook secret is missing", () => verifyWebhook(body, signed, "")],
  ["invalid_secret", "The webhook secret must be whsec_ and base64", () => verifyWebhook(body, signed, "whsec_!")],
  ["missing_header", "The webhook-id header is missing", () => verifyWebhook(body, {}, secret)],
  [
    "invalid_header",
    "webhook-timestamp is not a number of seconds",
    () => verifyWebhook(body, { ...signed, "webhook-timestamp": "soon" }, secret),
  ],
  [
    "timestamp_too_old",
    "webhook-timestamp is 301 s behind this clock",
    () => verifyWebhook(body, signed, secret, at(301)),
  ],
  [
    "timestamp_too_new",
    "webhook-timestamp is 301 s ahead of this clock",
    () => verifyWebhook(body, signed, secret, at(-301)),
  ],
  // An invalid tolerance accepts no time.
  [
    "timestamp_too_old",
    "webhook-timestamp is 0 s behind this clock",
    () => verifyWebhook(body, signed, secret, { ...at(0), toleranceSeconds: Number.NaN }),
  ],
  [
    "no_matching_signature",
    "Signature mismatch: wrong secret, or the body was changed before verification",
    () => verifyWebhook(`${body} `, signed, secret, at(0)),
  ],
  ["invalid_body", "The signed body is not a JSON object", () => verifyWebhook("[]", headersFor("[]"), secret, at(0))],
])("%s says: %s", async (reason, message, call) => {
  expect(await refusal(call)).toMatchObject({ reason, message })
})

it.each([1.5, "1577836800", "2026-03-01", null])("an invalid time to sign with is refused by name: %j", (timestamp) => {
  const sign = () => signWebhook({ id: "evt_1", body, secret, timestamp: timestamp as never })
  expect(sign).toThrow(new RangeError("timestamp is not a number of seconds"))
})

it("text keeps a byte order mark that is not at its start", () => {
  const marked = JSON.stringify({ type: "a", data: "b\ufeffc" })
  expect(verifyWebhook(marked, headersFor(marked), secret, { now })).toMatchObject({ data: "b\ufeffc" })
})

it.each<[string, object]>([
  ["onEvent must be a function", { onEvent: undefined }],
  ["onError must be a function", { onError: true }],
  ["timeout must be a number, 0 or more", { timeout: "9s" }],
  ["lease must be a number above timeout", { lease: "40000" }],
  ["maxBodyBytes must be a number, 0 or more", { maxBodyBytes: "1mb" }],
  ["toleranceSeconds must be a number, 0 or more", { toleranceSeconds: Number.NaN }],
  ["lease must be a number above timeout", { timeout: 0 }],
  [
    "timeout must be below the 10,000 ms that the service waits, or 0 for no limit",
    { timeout: Number.POSITIVE_INFINITY },
  ],
  ["timeout must be below the 10,000 ms that the service waits, or 0 for no limit", { timeout: 10_000 }],
  ["lease must be a number above timeout", { lease: 9_000 }],
  ["now must be a Date or a number", { now: "yesterday" }],
  ["now must be a Date or a number", { now: new Date(Number.NaN) }],
  ["now must be a Date or a number", { now: {} }],
  ["now must be a Date or a number", { now: null }],
  ["store must be false or a store with claim, complete and release, such as memoryStore()", { store: {} }],
  ["store must be false or a store with claim, complete and release, such as memoryStore()", { store: null }],
  ["store must be false or a store with claim, complete and release, such as memoryStore()", { store: true }],
  ["store must be false or a store with claim, complete and release, such as memoryStore()", { store: new Map() }],
  ["store must be false or a store with claim, complete and release, such as memoryStore()", { store: new Set() }],
  [
    "store must be false or a store with claim, complete and release, such as memoryStore()",
    { store: { has: () => false, add: () => {} } },
  ],
  [
    "store must be false or a store with claim, complete and release, such as memoryStore()",
    { store: { claim: () => {} } },
  ],
  [
    "store must be false or a store with claim, complete and release, such as memoryStore()",
    { store: { claim: () => {}, complete: () => {} } },
  ],
  [
    "store must be false or a store with claim, complete and release, such as memoryStore()",
    { store: { claim: () => {}, release: () => {} } },
  ],
  ["dedup is not an option of the webhook handler", { dedup: new Set() }],
  ["table is not an option of the webhook handler, but of a store", { table: "mine" }],
])("a handler is refused because %s: %o", (message, options) => {
  expect(() => listening(options)).toThrow(new MasError(message))
})

it.each(["yesterday", {}, null, new Date(Number.NaN), () => Number.NaN, () => "1795000000000"])(
  "an invalid time to compare with is an argument error, not a forgery: %o",
  async (time) => {
    const options = { now: time } as unknown as VerifyWebhookOptions
    const problem = new MasError("now must be a Date or a number")
    expect(() => verifyWebhook(body, signed, secret, options)).toThrow(problem)
    await expect(verifyWebhookAsync(body, signed, secret, options)).rejects.toThrow(problem)
  },
)

it("an invalid clock is reported, and the event is retried", async () => {
  const { handler, errors } = listening({ now: () => Number.NaN })
  expect(await answerOf(handler, delivery())).toEqual([500, "The webhook handler failed", null])
  expect(errors).toMatchObject([{ message: "now must be a Date or a number" }])
})

it("a Date from another realm is valid", () => {
  const time: Date = runInNewContext(`new Date(${now})`)
  expect(verifyWebhook(body, signed, secret, { now: time })).toMatchObject({ type: "email.bounced" })
})

/** A receiver's response: status, text and Retry-After. */
async function answerOf(handler: (request: Request) => Promise<Response>, request: Request) {
  const response = await handler(request)
  return [response.status, await response.text(), response.headers.get("retry-after")]
}

it("a receiver responds with a text, and with Retry-After only if a retry helps", async () => {
  const { open, opened } = gate()
  const busy = { claim: () => ({ state: "busy" as const }), complete: () => false, release: () => false }
  const failing = listening({
    onEvent: () => {
      throw new Error("down")
    },
  })
  const slow = listening({ onEvent: () => opened, timeout: 1 })
  const { handler } = listening({ maxBodyBytes: body.length * 2 })
  expect(await answerOf(handler, new Request(url))).toEqual([405, "POST only", null])
  const large = delivery("evt_1", body.padEnd(body.length * 3))
  expect(await answerOf(handler, large)).toEqual([
    413,
    `The body is too large: over ${body.length * 2} bytes (maxBodyBytes)`,
    null,
  ])
  expect(await answerOf(handler, delivery())).toEqual([200, "OK", null])
  expect(await answerOf(handler, delivery())).toEqual([200, "OK, again", null])
  expect(await answerOf(listening({ store: false }).handler, delivery())).toEqual([200, "OK", null])
  expect(await answerOf(failing.handler, delivery())).toEqual([500, "The webhook handler failed", null])
  expect(await answerOf(listening({ store: busy }).handler, delivery())).toEqual([503, "Being handled", "39"])
  expect(await answerOf(slow.handler, delivery())).toEqual([503, "The webhook handler failed", "31"])
  open()
})

it("a store with transactions gives the same responses", async () => {
  let state: "mine" | "done" | "busy" = "mine"
  const store = {
    claim: () => ({ state: "mine" as const, owner: "me" }),
    complete: () => true,
    release: () => true,
    async transact(_id: string, work: (tx: undefined) => unknown) {
      await work(undefined)
      return state
    },
  }
  const { handler } = listening({ store, onEvent: (_event, _context) => {} })
  expect(await answerOf(handler, delivery())).toEqual([200, "OK", null])
  state = "done"
  expect(await answerOf(handler, delivery())).toEqual([200, "OK, again", null])
  state = "busy"
  expect(await answerOf(handler, delivery())).toEqual([503, "Being handled", "39"])
})

const needs = "The signed body is not an event: it needs type (a string), timestamp (a time) and data (an object)"

it.each([
  {},
  { ...event, type: undefined },
  { ...event, type: "" },
  { ...event, type: 1 },
  { ...event, timestamp: undefined },
  { ...event, timestamp: "yesterday" },
  { ...event, timestamp: 5 },
  { ...event, data: undefined },
  { ...event, data: null },
  { ...event, data: "text" },
  { ...event, data: [] },
])("a handler refuses a signed object that is not an event, and says what an event needs: %j", async (object) => {
  const { handler, errors, events } = listening()
  expect(await answerOf(handler, delivery("evt_1", JSON.stringify(object)))).toEqual([400, needs, null])
  expect(errors).toMatchObject([{ reason: "invalid_body" }])
  expect(events).toEqual([])
  // Nothing was recorded: the real event may come with this id.
  expect(await answerOf(handler, delivery("evt_1"))).toEqual([200, "OK", null])
})

it("a handler passes on an event of an unknown type, with all its fields", async () => {
  const { handler, events } = listening()
  const unknown = { type: "sms.teleported", timestamp: event.timestamp, data: {}, version: 2 }
  expect(await answerOf(handler, delivery("evt_1", JSON.stringify(unknown)))).toEqual([200, "OK", null])
  expect(events).toEqual([{ ...unknown, id: "evt_1" }])
})

it("a body that breaks off is refused with a text", async () => {
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(body.slice(0, 10)))
      controller.error(new Error("cut"))
    },
  })
  const init: RequestInit & { duplex: "half" } = { method: "POST", body: stream, headers: signed, duplex: "half" }
  expect(await answerOf(listening().handler, new Request(url, init))).toEqual([400, "The body ended early", null])
})

it("a platform without process warnings, and with numeric timers, works too", async () => {
  const { process: realProcess, setTimeout: start } = globalThis
  vi.stubGlobal("process", Object.create(realProcess, { emitWarning: { value: undefined } }))
  vi.stubGlobal("setTimeout", (...args: Parameters<typeof start>) => Number(start(...args)))
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const onEvent = ({ id }: { id: string }) => {
    if (id === "evt_bad") throw new Error("down")
  }
  const { handler } = listening({ onError: undefined, onEvent })
  expect(await answerOf(handler, delivery("evt_bad"))).toEqual([500, "The webhook handler failed", null])
  expect(await answerOf(handler, delivery())).toEqual([200, "OK", null])
})
