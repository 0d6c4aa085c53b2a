import { AsyncLocalStorage } from "node:async_hooks"
import { createHash } from "node:crypto"
import { type ChannelListener, tracingChannel } from "node:diagnostics_channel"
import { inspect } from "node:util"
import { runInNewContext } from "node:vm"
import { build } from "esbuild"
import { describe, expect, it, onTestFinished } from "vitest"
import type { TracedAttempt, TracedCall } from "../../../sdk/index.ts"
import { root } from "../../support/files.ts"
import { until } from "../../support/until.ts"
import { apiKey, closedAddress, connect, deferred, json, rejection, serve } from "./support.ts"

const stepNames = ["start", "end", "asyncStart", "asyncEnd", "error"] as const

/** Records a channel's steps and contexts. */
function listen<Context extends TracedCall>(name: "call" | "attempt", onStart?: (context: Context) => void) {
  const channel = tracingChannel<Context, Context>(`mas-sdk:${name}`)
  const steps: string[] = []
  const contexts = new Set<Context>()
  for (const step of stepNames) {
    const listener = (context: Context) => {
      if (step === "start") onStart?.(context)
      contexts.add(context)
      steps.push(`${name} ${step}`)
    }
    channel[step].subscribe(listener as ChannelListener)
    onTestFinished(() => {
      channel[step].unsubscribe(listener as ChannelListener)
    })
  }
  return { steps, contexts }
}
const listenToAttempts = (onStart?: (context: TracedAttempt) => void) => listen<TracedAttempt>("attempt", onStart)

const hash = (key: string) => createHash("sha256").update(key).digest("hex")
const message = { channel: "email", to: "ada@example.test", subject: "Receipt", html: "<p>Private words</p>" } as const

describe("the tracing channels", () => {
  it("publish a call and each of its attempts, from start to end", async () => {
    const { url, arrivals } = await serve((response) => json(response, arrivals.length === 1 ? 503 : 200, { id: 1 }))
    const calls = listen("call")
    const attempts = listenToAttempts()
    await connect(`${url}/base`).messages.send(message, { idempotencyKey: "order-1" })
    expect(calls.steps).toEqual(["call start", "call end", "call asyncStart", "call asyncEnd"])
    expect(attempts.steps).toEqual(
      ["start", "end", "error", "asyncStart", "asyncEnd", "start", "end", "asyncStart", "asyncEnd"].map(
        (step) => `attempt ${step}`,
      ),
    )
    const endpoint = { operation: "messages.send", method: "POST", path: "/v1/my/messages" }
    const idempotencyKeyHash = hash("order-1")
    expect([...calls.contexts]).toMatchObject([{ ...endpoint, status: 200, idempotencyKeyHash }])
    const sent = { ...endpoint, idempotencyKeyHash, url: `${url}/base/v1/my/messages` }
    expect([...attempts.contexts]).toMatchObject([
      { ...sent, attempt: 1, status: 503, error: { name: "ServiceUnavailableError", code: 503 } },
      { ...sent, attempt: 2, status: 200 },
    ])
    expect([...attempts.contexts][1]?.error).toBeUndefined()
  })

  it("publish the end of an attempt that a subscriber's invalid header prevents", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, { id: 1 }))
    const { steps, contexts } = listenToAttempts(({ headers }) => {
      headers.authorization = "Bearer other"
    })
    expect(await rejection(connect(url).account.get())).toMatchObject({ name: "InvalidArgumentError" })
    expect(steps).toEqual(["start", "end", "error", "asyncStart", "asyncEnd"].map((step) => `attempt ${step}`))
    expect([...contexts]).toMatchObject([{ error: { name: "InvalidArgumentError" } }])
    expect(arrivals).toEqual([])
  })

  it("have the template of a path, and the path itself only if the caller gave one", async () => {
    const { url } = await serve((response) => json(response, 200, { id: 7 }))
    const { contexts } = listen("call")
    const mas = connect(url)
    await mas.invites.revoke(7)
    await mas.request("GET /v1/my/contacts/7?token=abcdef")
    expect([...contexts].map(({ operation, path }) => [operation, path])).toEqual([
      ["invites.revoke", "/v1/my/account/invites/{id}"],
      [undefined, "/v1/my/contacts/7"],
    ])
  })

  it("publish why a call failed: an error response, no response, an argument", async () => {
    const { url } = await serve((response) => json(response, 404, { message: "No such invitation" }))
    const { steps, contexts } = listen("call")
    await rejection(connect(url).invites.revoke(1))
    await rejection(connect(await closedAddress(), { maxRetries: 0 }).invites.revoke(1))
    await rejection(connect(url).invites.revoke(Number.NaN))
    expect(steps.filter((step) => step === "call error")).toHaveLength(3)
    expect([...contexts].map(({ status, error }) => [status, error?.name, error?.code])).toEqual([
      [404, "NotFoundError", 404],
      [undefined, "ConnectionError", "ECONNREFUSED"],
      [undefined, "InvalidArgumentError", undefined],
    ])
  })

  it("do not affect the rejection of an invalid endpoint", async () => {
    listen("call")
    const error = await rejection(connect("http://127.0.0.1:1").request("nowhere" as never))
    expect(error).toMatchObject({ name: "InvalidArgumentError", argument: "endpoint" })
  })

  it("hold no key, no credential and no body, even if the service echoes them", async () => {
    const key = "order-4711-of-ada"
    const { url } = await serve((response, arrival) => {
      json(response, 422, { message: `Refused ${key} of ${arrival.headers.authorization}`, html: message.html })
    })
    const calls = listen("call")
    const attempts = listenToAttempts()
    const error = await rejection(connect(url).messages.send(message, { idempotencyKey: key }))
    expect(inspect(error)).toContain(key)
    const contexts = [...calls.contexts, ...attempts.contexts]
    const text = inspect(contexts, { depth: 20, showHidden: true }) + JSON.stringify(contexts)
    expect(contexts).toHaveLength(2)
    for (const secret of [key, apiKey, "Private words"]) expect(text).not.toContain(secret)
    expect(text).toContain("Refused [redacted]")
  })

  it("start synchronously in the caller, and carry an AsyncLocalStorage through the call", async () => {
    const { url } = await serve((response) => json(response, 200, { id: 1 }))
    const store = new AsyncLocalStorage<string>()
    const { start } = tracingChannel<string, TracedCall>("mas-sdk:call")
    start.bindStore(store, () => "within the call")
    onTestFinished(() => void start.unbindStore(store))
    const contextsInHook: unknown[] = []
    const { steps } = listen("call")
    const call = connect(url, { onRequest: () => contextsInHook.push(store.getStore()) }).account.get()
    expect(steps).toEqual(["call start", "call end"])
    await call
    expect([contextsInHook, store.getStore()]).toEqual([["within the call"], undefined])
  })

  it("let a subscriber run the work in its own context, and add headers", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, { id: 1 }))
    const store = new AsyncLocalStorage<string>()
    listenToAttempts((context) => {
      context.headers.traceparent = "00-1-2-01"
      context.around = (work) => store.run("within the attempt", work)
    })
    const contextsInHook: unknown[] = []
    const watched: typeof fetch = (input, init) => {
      contextsInHook.push(store.getStore())
      return fetch(input, init)
    }
    await connect(url, { fetch: watched, headers: { Traceparent: "the caller's" } }).account.get()
    expect(arrivals[0]?.headers.traceparent).toBe("00-1-2-01")
    expect(contextsInHook).toEqual(["within the attempt"])
  })

  it.each([
    ["does not run it", () => undefined],
    ["throws before it", () => raise()],
    ["throws after it", (work: () => unknown) => raise(work())],
    ["runs it twice", (work: () => unknown) => [work(), work()]],
  ])("send once, even if the wrapper around the work %s", async (_, around) => {
    const { url, arrivals } = await serve((response) => json(response, 200, { id: 1 }))
    listenToAttempts((context) => {
      context.around = around
    })
    expect(await connect(url).account.get()).toEqual({ id: 1 })
    expect(arrivals).toHaveLength(1)
  })

  it("end an attempt with its response, and the call with its last attempt", async () => {
    const second = deferred()
    const { url, arrivals } = await serve(async (response) => {
      if (arrivals.length === 2) await second.promise
      json(response, arrivals.length === 1 ? 503 : 200, { id: 1 })
    })
    const { steps } = listen("call")
    const attempts = listenToAttempts()
    const call = connect(url).account.get()
    await until(() => expect(arrivals).toHaveLength(2))
    expect([steps.length, attempts.steps.length]).toEqual([2, 7])
    second.resolve()
    await call
    expect([steps.length, attempts.steps.length]).toEqual([4, 9])
  })

  it("exist only if the platform supports them", async () => {
    const { outputFiles } = await build({
      absWorkingDir: root,
      stdin: { contents: 'export { tracingChannel } from "./sdk/base/tracing.ts"', resolveDir: root },
      bundle: true,
      globalName: "sdk",
      write: false,
    })
    const code = `${outputFiles[0]?.text};sdk.tracingChannel("call")`
    expect(runInNewContext(code, {})).toBeUndefined()
    expect(runInNewContext(code, { process: { getBuiltinModule: () => undefined } })).toBeUndefined()
    expect(runInNewContext(code, { process })).toHaveProperty("hasSubscribers", false)
  })
})

function raise(_done?: unknown): never {
  throw new Error("around")
}
