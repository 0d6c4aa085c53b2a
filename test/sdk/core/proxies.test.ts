import { reactive, readonly, ref } from "@vue/reactivity"
import { describe, expect, it } from "vitest"
import { type TracedAttempt, type TracedCall, tracingChannel } from "../../../sdk/base/tracing.ts"
import * as validation from "../../../sdk/client/validation.ts"
import * as root from "../../../sdk/index.ts"
import * as stores from "../../../sdk/stores/index.ts"
import * as webhooks from "../../../sdk/webhooks/index.ts"
import { connect, json, rejection, serve } from "./support.ts"

/** A deep Proxy like Vue's, also around class instances. */
function deepProxy<T extends object>(of: T): T {
  return new Proxy(of, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver)
      const isOwn = typeof value === "object" && value !== null && !isOfPlatform(value)
      return isOwn ? deepProxy(value) : value
    },
  })
}
const isOfPlatform = (value: object) => ({}).toString.call(value) !== "[object Object]"

/** Wrappers that intercept every access to an object. */
const wrappers: Readonly<Record<string, <T extends object>(of: T) => T>> = {
  "a Proxy": (of) => new Proxy(of, {}),
  "a deep Proxy": deepProxy,
  "Vue's reactive()": (of) => reactive(of) as typeof of,
  "Vue's ref()": (of) => ref(of).value as typeof of,
  "Vue's readonly()": (of) => readonly(of) as typeof of,
}

async function service() {
  return serve((response, { url }) => {
    if (url.includes("templates")) return json(response, 404, { message: "Gone" }, { "x-request-id": "r2" })
    if (url.includes("attachments")) return response.writeHead(200, { "content-type": "text/csv" }).end("email\n")
    if (!url.includes("contacts")) return json(response, 200, { id: 1 }, { "x-request-id": "r1" })
    const page = Number(new URL(url, "http://x").searchParams.get("page") ?? 1)
    return json(response, 200, [{ id: page }], {
      "x-page": String(page),
      ...(page < 3 && { "x-next-page": String(page + 1) }),
    })
  })
}

describe.each(Object.entries(wrappers))("wrapped in %s,", (_, keep) => {
  it("a client makes calls, is copied and closed", async () => {
    const { url } = await service()
    const mas = keep(connect(url))
    expect((await mas.account.get()).id).toBe(1)
    expect(await keep(mas.account).get()).toEqual({ id: 1 })
    expect(await mas.request("GET /v1/my/account")).toEqual({ id: 1 })
    expect(await keep(mas.withOptions({ brandSid: "b" })).account.get()).toEqual({ id: 1 })
    expect(await mas.subscription.waitUntilActive(1, { pollInterval: 1, timeout: 1 }).catch(({ name }) => name)).toBe(
      "TimeoutError",
    )
    await mas.close()
  })

  it("a page gets the next page, and a list is iterated", async () => {
    const { url } = await service()
    const mas = connect(url)
    const page = keep(await mas.contacts.list())
    expect([page.hasNextPage(), (await page.getNextPage())?.page]).toEqual([true, 2])
    const ids: number[] = []
    for await (const { id } of page) ids.push(id)
    for await (const { items } of page.pages()) ids.push(...items.map(({ id }) => id))
    expect(ids).toEqual([1, 2, 3, 1, 2, 3])
    expect((await keep(mas.contacts.list()).toArray()).map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it("a response has its headers, and a pending call can be awaited", async () => {
    const { url } = await service()
    const { response } = keep(await connect(url).account.get().withResponse())
    const wrappedResponse = keep(response)
    expect([
      wrappedResponse.requestId,
      wrappedResponse.header("X-Request-Id"),
      wrappedResponse.headers.get("x-request-id"),
    ]).toEqual(["r1", "r1", "r1"])
    const call = keep(connect(url).account.get())
    expect([await call, (await call.withResponse()).response.status]).toEqual([{ id: 1 }, 200])
    expect(await call.map(({ id }) => id).finally(() => {})).toBe(1)
  })

  it("an error has its headers and its JSON, and keeps its class", async () => {
    const { url } = await service()
    const error = keep((await rejection(connect(url).templates.get(1))) as root.APIError)
    expect(error).toBeInstanceOf(root.NotFoundError)
    expect([error.header("x-request-id"), error.headers.get("x-request-id")]).toEqual(["r2", "r2"])
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name: "NotFoundError", status: 404 })
    expect(JSON.stringify(error)).not.toContain("received")
  })

  it("a download can be read", async () => {
    const { url } = await service()
    const file = keep(await connect(url).attachments.download({ conversationId: 1, messageId: 2, id: 3 }))
    expect([file.contentType, await file.text()]).toEqual(["text/csv", "email\n"])
    await keep(await connect(url).attachments.download({ conversationId: 1, messageId: 2, id: 3 })).cancel()
  })

  it("a tracing context can be read", async () => {
    const { url } = await service()
    const contexts: unknown[] = []
    const look = (context: TracedCall | TracedAttempt) => {
      const { path, idempotencyKeyHash, ...more } = keep(context)
      contexts.push([
        path,
        typeof idempotencyKeyHash,
        "url" in context ? [keep(context).url, keep(context).headers] : more.status,
      ])
    }
    const none = () => {}
    const listeners = { start: none, end: none, asyncStart: look, asyncEnd: none, error: none }
    const channels = ["call", "attempt"].map((name) => tracingChannel<TracedAttempt>(name))
    for (const channel of channels) channel?.subscribe(listeners)
    await connect(url).messages.send({ channel: "sms", to: "+15550100", body: "Hi" })
    for (const channel of channels) channel?.unsubscribe(listeners)
    expect(contexts).toEqual([
      ["/v1/my/messages", "string", [`${url}/v1/my/messages`, {}]],
      ["/v1/my/messages", "string", 200],
    ])
  })

  it("a webhook store works", async () => {
    const store = keep(webhooks.memoryStore())
    const claim = async () => (await store.claim("evt_1", { lease: 60_000 })).state
    expect([await claim(), await claim()]).toEqual(["mine", "busy"])
  })
})

it("a custom transport can pass its request on in a Proxy", async () => {
  const { url } = await service()
  const inner = root.undiciTransport()
  const transport: root.Transport = {
    name: "own",
    send: (request) => inner.send(new Proxy(request, {})),
    close: () => inner.close?.() ?? Promise.resolve(),
  }
  expect(await connect(url, { transport }).account.get()).toEqual({ id: 1 })
  const stop = new AbortController()
  const aborted = connect(url, { transport }).account.get({ signal: stop.signal })
  stop.abort()
  expect(await rejection(aborted)).toBeInstanceOf(root.AbortError)
})

/** Classes whose methods would throw behind a Proxy. */
function withPrivateFields(values: Iterable<unknown>): string[] {
  const isClass = (value: unknown): value is new () => object =>
    typeof value === "function" && /^class\b/.test(String(value))
  return [...values].filter(isClass).flatMap((one) => (/\bthis\.#|#\w+ in /.test(String(one)) ? [one.name] : []))
}

it("no class that programs can hold has private fields", () => {
  const mas = connect("http://127.0.0.1:1")
  const classes = [mas, ...Object.values(mas)].map((one) => one.constructor)
  const exported = [root, webhooks, stores, validation].flatMap((entry) => Object.values<unknown>(entry))
  const parents = [...classes, ...exported].flatMap((one) =>
    typeof one === "function" ? [Object.getPrototypeOf(one)] : [],
  )
  expect(withPrivateFields([...classes, ...exported, ...parents])).toEqual([])
  class Planted {
    readonly #field = 1
    read() {
      return this.#field
    }
  }
  expect(withPrivateFields([root.Mas, Planted])).toEqual(["Planted"])
})
