import { inspect } from "node:util"
import { afterAll, describe, expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { responseValidator } from "../../../sdk/client/validation.ts"
import { idempotencyKey, Mas } from "../../../sdk/index.ts"

const service = createMockService({ clock: "frozen", now: "2026-03-01T12:00:00.000Z" })
afterAll(() => service.close())
const clientOptions = { ...service.clientOptions, maxRetries: 0, validateResponses: responseValidator("warn") }
const mas = new Mas(clientOptions)
const mail = { channel: "email", to: "ada@example.test", subject: "Hi", body: "Hello" } as const
const half = "\ud800"
async function* yields(value: unknown) {
  yield value as Uint8Array
}
const upload = (file: unknown) => mas.imports.create({ resource: "contacts", file: file as Blob })

type Mistake = readonly [what: string, make: () => unknown]

/** Mistakes named by their source text. */
const asWritten = (...mistakes: readonly (() => unknown)[]): Mistake[] =>
  mistakes.map((make) => [
    make
      .toString()
      .replaceAll(/__vite_\w+\.|\s+(?=\s)|;/g, "")
      .replaceAll("\n", " "),
    make,
  ])
/** Mistakes named by their options. */
const optionsOf = (make: (options: object) => unknown, ...wrong: readonly object[]): Mistake[] =>
  wrong.map((options) => [inspect(options).slice(0, 80), () => make(options)])

const mistakes: Readonly<Record<string, readonly Mistake[]>> = {
  options: [
    ...asWritten(() => new Mas(null as never)),
    ...optionsOf(
      (options) => new Mas({ baseUrl: "https://api.example.test", ...options }),
      { baseUrl: "" },
      { apiKey: "" },
      { apiKey: "two words" },
      { apiKey: "ž" },
      { token: 7 },
      { token: "" },
      { apiKey: "k", token: "t" },
      { brandSid: 7 },
      { accountId: 1.5 },
      { timeout: -1 },
      { deadline: "1s" },
      { maxRetries: 0.5 },
      { maxRetryDelay: Number.NaN },
      { maxResponseBytes: -1 },
      { headers: 7 },
      { fetch: {} },
      { dispatcher: {} },
      { transport: {} },
      { clock: {} },
      { logger: "console" },
      { onRequest: {} },
      { onResponse: 1 },
      { validateResponses: "yes" },
      { retries: 1 },
      { fetch: () => {}, transport: { send() {} } },
      { baseUrl: "api.example.test" },
      { baseUrl: "ftp://api.example.test" },
      { baseUrl: "https://user:hunter2@api.example.test" },
      { baseUrl: "https://api.example.test?a=b" },
      { baseUrl: "https://api.example.test#a" },
    ),
  ],
  "options of a call": optionsOf(
    (options) => mas.messages.send(mail, options),
    { timeout: -1 },
    { deadline: "soon" },
    { signal: {} },
    { idempotencyKey: "" },
    { idempotencyKey: "x".repeat(129) },
    { idempotencyKey: "a\nb" },
    { idempotencyKey: "ž" },
    { headers: { "a b": "c" } },
    { headers: { Authorization: "x" } },
    { headers: { "Content-Length": "x" } },
    { headers: { "X-Own": "a\r\nb" } },
    { headers: { "X-Own": "Ω" } },
    { headers: { "X-Own": {} } },
    { headers: [7] },
    { brandSid: "" },
    { accountId: {} },
    { maxRetries: -1 },
    { nothing: 1 },
  ),
  "what is sent": asWritten(
    () => mas.templates.get(null as never),
    () => mas.templates.get("" as never),
    () => mas.templates.get(".." as never),
    () => mas.templates.get(half as never),
    () => mas.templates.get(1.5),
    () => mas.templates.get({} as never),
    () => mas.lists.list({ page: {} } as never),
    () => mas.lists.list({ q: half } as never),
    () => mas.lists.list({ limit: Symbol("x") } as never),
    () => mas.messages.send({ ...mail, subject: 5n } as never),
    () => mas.messages.send({ ...mail, data: new Map() } as never),
    () => mas.messages.send({ ...mail, to: new Date(Number.NaN) } as never),
    () => mas.messages.send("text" as never),
    () => mas.request("FETCH /v1/my/lists" as never),
    () => mas.request("GET v1/my/lists" as never),
    () => mas.request("GET /v1/../my" as never),
    () => upload(7),
    () => upload("nowhere.csv"),
    () => upload("."),
    () => upload({ path: 7 }),
    () => upload(yields(7)),
  ),
  keys: asWritten(
    () => idempotencyKey(),
    () => idempotencyKey(Number.NaN),
    () => idempotencyKey("a", {} as never),
    () => idempotencyKey(new Date(Number.NaN)),
    () => idempotencyKey.fromPayload({ a: 5n }),
    () => idempotencyKey.fromPayload({ a: { b: () => {} } }),
    () => idempotencyKey.fromPayload(undefined),
  ),
  answers: asWritten(
    () => mas.templates.get(99),
    () => mas.messages.send({ ...mail, from: "a@b.test" }),
    () => mas.lists.create({ name: "" }),
    () => new Mas({ ...clientOptions, apiKey: "wrong" }).lists.list(),
    () => new Mas({ ...clientOptions, apiKey: service.world.seeded().credentials.public_key }).lists.list(),
    () => mas.managedAccounts.list(),
    () => mas.account.get({ headers: { "X-Brand-SID": "nowhere" } }),
    async () => {
      await mas.messages.send(mail, { idempotencyKey: "k" })
      await mas.messages.send({ ...mail, subject: "Other" }, { idempotencyKey: "k" })
    },
    async () => {
      service.world.faults.add({ status: 429, retry_after: 7, times: 1 })
      await mas.lists.list()
    },
    async () => {
      service.world.faults.add({ status: 503, body: "Down", times: 1 })
      await mas.lists.list()
    },
    async () => {
      service.world.faults.add({ status: 200, body: "nothing", times: 1 })
      await mas.lists.list()
    },
    async () => {
      service.world.faults.add({ status: 200, body: [{ id: "x" }], times: 1 })
      await new Mas({ ...clientOptions, validateResponses: "error" }).lists.list()
    },
    async () => {
      service.world.faults.add({ drop: "before", times: 1 })
      await mas.lists.list()
    },
    () => mas.lists.list({}, { signal: AbortSignal.abort() }),
    () => mas.auth.login({ user: { email: "a@b.test", password: "Sesame" } }),
  ),
}

/** An error's message for people and its fields for programs. */
async function describeError(make: () => unknown): Promise<string> {
  try {
    await make()
    return "nothing"
  } catch (error) {
    const { name, message, argument, status, errorCode, retryable } = Object(error)
    return `${name}: ${message}\n  ${JSON.stringify({ argument, status, errorCode, retryable })}`
  }
}

describe("the errors of the client and of the service", () => {
  it.each(Object.entries(mistakes))("read as before: %s", async (name, wrong) => {
    const texts: string[] = []
    for (const [what, make] of wrong) texts.push(`> ${what}\n  ${await describeError(make)}\n`)
    await expect(texts.join("\n")).toMatchFileSnapshot(`golden/refusals-${name.replaceAll(" ", "-")}.txt`)
  })
})
