import { Agent } from "node:http"
import { describe, expect, it } from "vitest"
import { connectMock, createMockService, testWebhookStore } from "../../../mock-server/index.ts"
import { masHandlers } from "../../../mock-server/msw.ts"
import { traceMas } from "../../../sdk/client/otel.ts"
import { Mas, nodeHttpTransport } from "../../../sdk/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { createWebhookHandler, memoryStore } from "../../../sdk/webhooks/index.ts"
import { apiKey, connect, json, rejection, serve } from "./support.ts"

const baseUrl = "http://127.0.0.1:1"
const service = createMockService()
const secret = "whsec_c2VjcmV0c2VjcmV0c2VjcmV0"
const pool = { query: async () => ({ rows: [] }), transaction: async () => {} }
const event = (options: object) => createWebhookHandler({ secret, onEvent() {}, ...options })

/** A call with an unknown option, and the start of its error. */
const strays: readonly (readonly [what: string, give: () => unknown, says: string])[] = [
  ["a client", () => new Mas({ baseUrl, retries: 1 } as never), "retries is not one of the options apiKey, "],
  [
    "a client",
    () => new Mas({ baseUrl, signal: AbortSignal.abort() } as never),
    "signal is an option of one call, not of a client",
  ],
  [
    "a client",
    () => new Mas({ baseUrl, onProgress() {} } as never),
    "onProgress is an option of the waitUntil methods, not of a client",
  ],
  ...["dispatcher", "maxConnections", "transport", "reportAgent", "templateIds", "ceiling"].map(
    (name) =>
      [
        "one call",
        () => connect(baseUrl).account.get({ [name]: 1 } as never),
        `${name} is an option of a client, not of one call: give it to new Mas() or withOptions()`,
      ] as const,
  ),
  ["a handler", () => event({ keep: 1 }), "keep is not an option of the webhook handler, but of a store"],
  ["a handler", () => event({ leese: 1 }), "leese is not an option of the webhook handler"],
  [
    "memoryStore",
    () => memoryStore({ lease: 1 } as never),
    "lease is not an option of memoryStore, but of the webhook handler",
  ],
  ...["lease", "every", "onError", "signal"].map(
    (name) =>
      [
        "createOutbox",
        () => createOutbox({ pool, [name]: 1 } as never),
        `${name} is not an option of createOutbox, but of poll, bullmq, pgBoss and graphileWorker`,
      ] as const,
  ),
  ...["longestWait", "holdFor"].map(
    (name) =>
      [
        "poll",
        () => createOutbox({ mas: new Mas({ apiKey, baseUrl }), pool }).poll({ [name]: 1 } as never),
        `${name} is not an option of poll, but of createOutbox`,
      ] as const,
  ),
  [
    "createOutbox",
    () => createOutbox({ pool, concurrency: 1 } as never),
    "concurrency is not an option of createOutbox, but of poll",
  ],
  [
    "bullmq",
    () =>
      createOutbox({ mas: new Mas({ apiKey, baseUrl }), pool }).bullmq({ addBulk: async () => {} }, {
        table: "x",
      } as never),
    "table is not an option of bullmq, but of createOutbox",
  ],
  [
    "outbox.add",
    () =>
      createOutbox({ mas: new Mas({ apiKey, baseUrl }), pool }).add(
        { query: async () => [] },
        {} as never,
        { key: 1, lease: 1 } as never,
      ),
    "lease is not an option of outbox.add, but of poll, bullmq, pgBoss and graphileWorker",
  ],
  [
    "nodeHttpTransport",
    () => nodeHttpTransport({ agents: new Agent() } as never),
    "agents is not an option of nodeHttpTransport",
  ],
  ["traceMas", () => traceMas({ provider: 1 } as never), "provider is not an option of traceMas"],
  ["masHandlers", () => masHandlers(service, { url: "x" } as never), "url is not an option of masHandlers"],
  ["connectMock", () => connectMock(baseUrl, { fetsh: fetch } as never), "fetsh is not an option of connectMock"],
  [
    "createMockService",
    () => createMockService({ frozn: true } as never),
    "createMockService: frozn is not one of the options ",
  ],
  [
    "testWebhookStore",
    () => testWebhookStore(() => ({}) as never, { claim: 1 } as never),
    "claim is not an option of testWebhookStore",
  ],
  [
    "toArray",
    () =>
      connect(baseUrl)
        .contacts.list()
        .toArray({ max: 1 } as never),
    "max is not an option of toArray",
  ],
]

it.each(strays)(
  "an unknown option of %s is refused, with its actual owner if there is one",
  async (_, give, expectedStart) => {
    const error = await rejection(Promise.resolve().then(give as () => Promise<unknown>))
    expect((error as Error).message.startsWith(expectedStart), (error as Error).message).toBe(true)
  },
)

describe("options that exclude each other", () => {
  const { clientOptions } = service
  it("name the way to override the earlier one, as after a spread", async () => {
    const credential = "apiKey and token cannot be given together"
    expect(() => new Mas({ ...clientOptions, token: "jwt" })).toThrow(
      `${credential}: leave one out, or override it with new Mas(…).withOptions({ token })`,
    )
    expect(() => new Mas({ token: "jwt", ...clientOptions })).toThrow(`${credential}: leave one out, or override`)
    expect(() => new Mas({ ...clientOptions, transport: nodeHttpTransport() })).toThrow("withOptions({ transport })")
  })

  it("can be overridden in the way that the error names", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    await new Mas({ baseUrl: url, apiKey }).withOptions({ token: "jwt" }).account.get()
    await new Mas({ baseUrl: url, token: "jwt" }).withOptions({ apiKey }).account.get()
    expect(arrivals.map(({ headers }) => headers.authorization)).toEqual(["Bearer jwt", `Bearer ${apiKey}`])
  })
})
