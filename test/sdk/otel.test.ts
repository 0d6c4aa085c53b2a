import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { isTracingSuppressed, W3CTraceContextPropagator } from "@opentelemetry/core"
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base"
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { startMockServer } from "../../mock-server/index.ts"
import { traceMas } from "../../sdk/client/otel.ts"
import { Mas, type RequestEvent } from "../../sdk/index.ts"
import { createWebhookHandler, signWebhook } from "../../sdk/webhooks/index.ts"
import { everyEvil, evilFetch, harmInTerminal, mark } from "../support/evil-texts.ts"
import { freshModule } from "../support/fresh-module.ts"
import { rejection, serve } from "./core/support.ts"

const exporter = new InMemorySpanExporter()
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })

beforeAll(() => {
  trace.setGlobalTracerProvider(tracerProvider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
})

let stop = () => {}
beforeEach(() => {
  exporter.reset()
  stop = traceMas()
  return () => stop()
})

/** A client of a real server, and that server. */
async function service() {
  const server = await startMockServer({ port: 0 })
  onTestFinished(() => server.close())
  const mas = new Mas({ baseUrl: server.url, apiKey: server.apiKey })
  onTestFinished(() => mas.close())
  return { server, mas }
}

const message = { channel: "email", to: "ana@example.test", subject: "Hello", body: "Private words" } as const
const spans = () => exporter.getFinishedSpans()
const parentOf = (span: ReadableSpan | undefined) => span?.parentSpanContext?.spanId
const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId

describe("mas-sdk/otel", () => {
  it("makes each span once, however many copies of the package trace", async () => {
    const copy = await freshModule<typeof import("../../sdk/client/otel.ts")>("sdk/client/otel.ts")
    expect(copy.traceMas).not.toBe(traceMas)
    const mas = new Mas({ baseUrl: "http://x.test", apiKey: "k", fetch: async () => Response.json({ id: 1 }) })
    const stops = [copy.traceMas(), traceMas(), copy.traceMas()]
    await mas.account.get()
    expect(spans()).toHaveLength(2)
    exporter.reset()
    const settings = { tracerProvider }
    const more = [copy.traceMas(settings), traceMas(settings)]
    for (const end of stops) end()
    await mas.account.get()
    expect(spans()).toHaveLength(2)
    for (const end of more) end()
    exporter.reset()
    await mas.account.get()
    expect(spans()).toEqual([])
  })

  it("makes a span for each call and each attempt, as children of the caller's span", async () => {
    const { server, mas } = await service()
    server.world.faults.add({ path: "/v1/my/messages", status: 503, retry_after: 0, times: 1 })
    const parentSpan = trace.getTracer("program").startSpan("order")
    await context.with(trace.setSpan(context.active(), parentSpan), () => mas.messages.send(message))
    const [first, second, call] = spans()
    expect(spans().map(({ name }) => name)).toEqual(["POST /v1/my/messages", "POST /v1/my/messages", "messages.send"])
    expect([parentOf(first), parentOf(second), parentOf(call)]).toEqual([
      idOf(call),
      idOf(call),
      parentSpan.spanContext().spanId,
    ])
    expect([first?.kind, call?.kind]).toEqual([SpanKind.CLIENT, SpanKind.INTERNAL])
    const url = new URL(server.url)
    const sent = {
      "http.request.method": "POST",
      "url.full": `${server.url}/v1/my/messages`,
      "url.template": "/v1/my/messages",
      "server.address": url.hostname,
      "server.port": Number(url.port),
    }
    expect(first?.attributes).toEqual({ ...sent, "http.response.status_code": 503, "error.type": "503" })
    expect(first?.status).toEqual({ code: SpanStatusCode.ERROR })
    expect(second?.attributes).toEqual({ ...sent, "http.response.status_code": 201, "http.request.resend_count": 1 })
    expect(second?.status).toEqual({ code: SpanStatusCode.UNSET })
    expect(call?.attributes).toEqual({
      "mas.operation": "messages.send",
      "mas.idempotency_key_hash": expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it("records why a call failed", async () => {
    const { mas } = await service()
    await rejection(mas.invites.create({ email: "not an address" }))
    const unreachable = new Mas({ baseUrl: "http://127.0.0.1:1", apiKey: "maskey_live_mock", maxRetries: 0 })
    await rejection(unreachable.account.get())
    expect(spans().map(({ name, attributes, status }) => [name, attributes["error.type"], status.code])).toEqual([
      ["POST /v1/my/account/invites", "422", SpanStatusCode.ERROR],
      ["invites.create", "UnprocessableEntityError", SpanStatusCode.ERROR],
      ["GET /v1/my/account", "ConnectionError", SpanStatusCode.ERROR],
      ["account.get", "ConnectionError", SpanStatusCode.ERROR],
    ])
    expect(spans()[2]?.status.message).toContain("ECONNREFUSED")
  })

  it("propagates the context of each attempt, once, and suppresses other instrumentation within it", async () => {
    const { url, arrivals } = await serve((response) => response.end("{}"))
    const silent: boolean[] = []
    const hooked: (string | undefined)[] = []
    const watched: typeof fetch = (input, init) => {
      silent.push(isTracingSuppressed(context.active()))
      return fetch(input, init)
    }
    const onRequest = (_: RequestEvent) => hooked.push(trace.getActiveSpan()?.spanContext().spanId)
    await new Mas({ baseUrl: url, apiKey: "maskey_live_mock", fetch: watched, onRequest }).account.get()
    const [attempt, call] = spans()
    const { traceId } = attempt?.spanContext() ?? {}
    expect(arrivals[0]?.headers.traceparent).toBe(`00-${traceId}-${idOf(attempt)}-01`)
    expect([silent, hooked]).toEqual([[true], [idOf(call)]])
  })

  it("does not propagate the context if propagate is false", async () => {
    const { url, arrivals } = await serve((response) => response.end("{}"))
    stop()
    stop = traceMas({ propagate: false })
    await new Mas({ baseUrl: url, apiKey: "maskey_live_mock" }).account.get()
    expect(arrivals.map(({ headers }) => headers.traceparent)).toEqual([undefined])
    expect(spans()).toHaveLength(2)
  })

  it("makes a span for a webhook, which is active during onEvent", async () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    const body = JSON.stringify({ type: "email.sent", timestamp: new Date().toISOString(), data: {} })
    const receive = (onEvent: () => unknown) => {
      const headers = signWebhook({ id: "evt_1", body, secret })
      const request = new Request("http://localhost/", { method: "POST", body, headers })
      return createWebhookHandler({ secret, onEvent, onError: () => {} })(request)
    }
    const active: unknown[] = []
    await receive(() => active.push(trace.getActiveSpan()?.spanContext().spanId))
    await receive(() => Promise.reject(new TypeError("no queue")))
    const [good, bad] = spans()
    expect(active).toEqual([idOf(good)])
    expect(good).toMatchObject({ name: "process email.sent", kind: SpanKind.CONSUMER })
    expect(good?.attributes).toMatchObject({ "messaging.message.id": "evt_1", "http.response.status_code": 200 })
    expect(good?.status.code).toBe(SpanStatusCode.UNSET)
    expect(bad?.attributes).toMatchObject({ "http.response.status_code": 500, "error.type": "TypeError" })
    expect(bad?.status).toEqual({ code: SpanStatusCode.ERROR, message: "no queue" })
  })

  it("has no control and no hidden character of a stranger", async () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    const body = JSON.stringify({ type: everyEvil, timestamp: new Date().toISOString(), data: {} })
    const headers = signWebhook({ id: "evt_1", body, secret })
    const request = new Request("http://localhost/", { method: "POST", body, headers })
    const onEvent = () => Promise.reject(new Error(everyEvil))
    await createWebhookHandler({ secret, onEvent, onError: () => {} })(request)
    const fetch = evilFetch(everyEvil, 422)
    const mas = new Mas({ baseUrl: "http://x.test", apiKey: "k", fetch: (url, init) => fetch(String(url), init ?? {}) })
    await rejection(mas.account.get())
    const attributeRows = spans().map(({ name, attributes, status }) => [
      name,
      ...Object.values(attributes),
      status.message,
    ])
    expect(attributeRows.flat().join()).toContain(mark)
    expect(harmInTerminal(attributeRows.flat().join().replaceAll("\n", " "))).toBeUndefined()
  })

  it("uses no path that the caller gave as a name, and shows no query", async () => {
    const { mas } = await service()
    await mas.request("GET /v1/my/contacts?search=ana@example.test")
    expect(spans().map(({ name }) => name)).toEqual(["GET", "GET"])
    expect(spans()[0]?.attributes).not.toHaveProperty("url.template")
    expect(JSON.stringify(spans().map(({ attributes }) => attributes))).not.toContain("ana@")
  })

  it("stops with the function that it returns", async () => {
    const { mas } = await service()
    const more = new InMemorySpanExporter()
    const stopMore = traceMas({
      tracerProvider: new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(more)] }),
    })
    await mas.account.get()
    stopMore()
    await mas.account.get()
    expect([more.getFinishedSpans().length, spans().length]).toEqual([2, 4])
  })

  it("replaces the first call if called again for a provider: no span is duplicated", async () => {
    const { url, arrivals } = await serve((response) => response.end("{}"))
    const again = traceMas({ propagate: false })
    await new Mas({ baseUrl: url, apiKey: "maskey_live_mock" }).account.get()
    expect(spans()).toHaveLength(2)
    expect(arrivals[0]?.headers.traceparent).toBe(undefined)
    stop()
    await new Mas({ baseUrl: url, apiKey: "maskey_live_mock" }).account.get()
    expect(spans()).toHaveLength(4)
    again()
    await new Mas({ baseUrl: url, apiKey: "maskey_live_mock" }).account.get()
    expect(spans()).toHaveLength(4)
  })

  it("ends started spans even if it is stopped meanwhile", async () => {
    const { url } = await serve((response) => {
      stop()
      response.end("{}")
    })
    await new Mas({ baseUrl: url, apiKey: "maskey_live_mock" }).account.get()
    expect(spans()).toHaveLength(2)
  })
})
