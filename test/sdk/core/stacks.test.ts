import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import {
  type APIError,
  type ConnectionError,
  type Mas,
  RequestError,
  type TimeoutError,
  TransportError,
} from "../../../sdk/index.ts"
import { closedAddress, connect, json, rejection, serve, testHost, transports } from "./support.ts"

/** Fails in this function, so that its name is in the error's stack. */
async function inSomebodysCode(mas: Mas, options: object = {}): Promise<RequestError> {
  try {
    await mas.account.get(options)
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
  throw new Error("should have failed")
}

const expectCallerLine = (error: Error) =>
  expect(error.stack).toMatch(/at (async )?inSomebodysCode \(.*stacks\.test\.ts/)

describe("the stack names the caller's line", () => {
  it.each(Object.entries(transports))("of a ConnectionError over %s", async (_, transport) => {
    expectCallerLine(await inSomebodysCode(connect(await closedAddress(), { maxRetries: 1, transport: transport() })))
  })

  it("of a TimeoutError", async () => {
    const host = testHost()
    const { url } = await serve(() => host.expire())
    const error = await inSomebodysCode(connect(url, { maxRetries: 0 }, host))
    expect(error.name).toBe("TimeoutError")
    expectCallerLine(error)
  })

  it("of an AbortError, during a request and during a pause", async () => {
    const stop = new AbortController()
    const { url } = await serve(() => stop.abort())
    const waiting = await inSomebodysCode(connect(url), { signal: stop.signal })
    const pausing = new AbortController()
    const host = testHost()
    host.after = (ms) => {
      if (ms < 25_000) setImmediate(() => pausing.abort())
      return () => {}
    }
    const busy = await serve((response) => json(response, 503, {}))
    const paused = await inSomebodysCode(connect(busy.url, {}, host), { signal: pausing.signal })
    for (const error of [waiting, paused]) {
      expect(error.name).toBe("AbortError")
      expectCallerLine(error)
    }
  })

  it("of an AbortError before anything is sent, with a deadline too, and of a wait", async () => {
    const mas = connect("http://127.0.0.1:1")
    const signal = AbortSignal.abort()
    expectCallerLine(await inSomebodysCode(mas, { signal, deadline: 60_000 }))
    expectCallerLine(await inSomebodysCode(mas, { signal }))
    const somebodysWait = async () => await mas.imports.waitUntilDone(1, { signal })
    expect(((await rejection(somebodysWait())) as Error).stack).toMatch(/at (async )?somebodysWait/)
  })

  it("of an InvalidArgumentError in the path or the query", async () => {
    const mas = connect("http://127.0.0.1:1")
    const somebodysPath = async () => await mas.campaigns.get("" as never)
    const somebodysQuery = async () => await mas.contacts.list({ search: {} } as never)
    expect(((await rejection(somebodysPath())) as Error).stack).toMatch(/at (async )?somebodysPath/)
    expect(((await rejection(somebodysQuery())) as Error).stack).toMatch(/at (async )?somebodysQuery/)
  })

  it("of an error that ends a download", async () => {
    const host = testHost()
    const { url } = await serve((response) => response.writeHead(200).write("half"))
    const mas = connect(url, { maxRetries: 0 }, host)
    const somebodysDownload = async () => {
      const download = await mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 })
      const bytes = download.bytes()
      setImmediate(host.expire)
      return await bytes
    }
    const error = (await rejection(somebodysDownload())) as Error
    expect([error.name, error.stack]).toEqual(["TimeoutError", expect.stringMatching(/at (async )?somebodysDownload/)])
  })

  it("of an APIError, through pages and Promise.all too", async () => {
    const { url } = await serve((response) => json(response, 404, { message: "gone" }))
    expectCallerLine(await inSomebodysCode(connect(url)))
    const somebodysLoop = async () => {
      for await (const contact of connect(url).contacts.list()) return contact
    }
    const somebodysPair = async () => Promise.all([connect(url).account.get(), connect(url).user.get()])
    expect(((await rejection(somebodysLoop())) as Error).stack).toMatch(/at (async )?somebodysLoop/)
    expect(((await rejection((async () => await somebodysPair())())) as Error).stack).toContain("Promise.all")
  })
})

describe("an error", () => {
  it("starts with method, path and status, and has the service's message separately", async () => {
    const { url } = await serve((response) => json(response, 422, { message: "Validation failed" }))
    const message = { channel: "sms", to: "+49", body: "x" } as const
    const error = (await rejection(connect(url).messages.send(message))) as APIError
    expect(error.message).toBe("POST /v1/my/messages 422: Validation failed")
    expect(error.detail).toBe("Validation failed")
    expect(error.toJSON()).toMatchObject({ message: error.message, detail: error.detail, method: "POST", attempts: 1 })
  })

  it("has its cause in console.log and in JSON", async () => {
    const error = (await rejection(connect(await closedAddress(), { maxRetries: 0 }).account.get())) as ConnectionError
    const cause = { name: "Error", message: expect.stringContaining("ECONNREFUSED"), code: "ECONNREFUSED" }
    expect(JSON.parse(JSON.stringify(error)).cause).toEqual(cause)
    expect(inspect(error)).toMatch(/cause: \{.*ECONNREFUSED/s)
  })

  it("has nested causes, and a few levels of a cycle", async () => {
    const inner: Error = Object.assign(new Error("inner"), { code: "E_INNER" })
    inner.cause = inner
    const outer = new Error("outer", { cause: inner })
    const send = () => Promise.reject(new TransportError("gone", false, undefined, { cause: outer }))
    const mas = connect("http://127.0.0.1:1", { maxRetries: 0, transport: { name: "own", send } })
    const { cause } = JSON.parse(JSON.stringify(await rejection(mas.account.get())))
    expect(cause).toMatchObject({ name: "Error", message: "outer", cause: { message: "inner", code: "E_INNER" } })
  })

  it("has the reason of an abort", async () => {
    const error = await rejection(connect("http://127.0.0.1:1").account.get({ signal: AbortSignal.abort("enough") }))
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name: "AbortError", cause: "enough" })
  })

  it("keeps all its fields, printed or not", async () => {
    const error = (await rejection(connect(await closedAddress(), { maxRetries: 0 }).account.get())) as TimeoutError
    expect([error.method, error.path, error.attempts, error.idempotencyKey]).toEqual([
      "GET",
      "/v1/my/account",
      1,
      undefined,
    ])
  })
})
