import { runInNewContext } from "node:vm"
import { describe, expect, it, vi } from "vitest"
import type { TransportResponse } from "../../../sdk/client/transport/transport.ts"
import { ConnectionError, type ResponseEvent, TransportError } from "../../../sdk/index.ts"
import { connect, rejection } from "./support.ts"

const nowhere = "http://127.0.0.1:1"
const mistake = new TypeError("pool.dispatch is not a function")
const faultyOptions = {
  "a transport": { transport: { name: "own", send: () => Promise.reject(mistake) } },
  "a transport, thrown synchronously": {
    transport: {
      name: "own",
      send() {
        throw mistake
      },
    },
  },
  "a dispatcher": {
    dispatcher: {
      dispatch() {
        throw mistake
      },
    },
  },
}

describe.each(Object.entries(faultyOptions))("a programming error in %s", (_, options) => {
  it("rejects the call unchanged, and is not retried", async () => {
    const events: ResponseEvent[] = []
    const onResponse = (event: ResponseEvent) => void events.push(event)
    expect(await rejection(connect(nowhere, { ...options, onResponse }).account.get())).toBe(mistake)
    expect(events).toMatchObject([{ attempt: 1, error: mistake, willRetry: false }])
  })
})

describe("a network failure", () => {
  it("is a ConnectionError and retried, whatever class of error fetch rejects with", async () => {
    const fetch = vi.fn(() => Promise.reject(new TypeError("fetch failed")))
    const error = await rejection(connect(nowhere, { fetch }).account.get())
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ attempts: 3, message: expect.stringContaining("fetch failed") })
    expect(fetch).toHaveBeenCalledTimes(3)
  })

  // As in Jest, which runs tests in their own realm.
  it.each([
    ["its cause", "{ cause: refused }"],
    ["the first of its causes", "{ cause: new AggregateError([refused]) }"],
  ])("has the details of an error from another realm, through %s", async (_, reason) => {
    const socketError = 'Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" })'
    const failed = runInNewContext(`const refused = ${socketError}; new TypeError("fetch failed", ${reason})`)
    const fetch = vi.fn(() => Promise.reject(failed))
    const mas = connect(nowhere, { fetch })
    const error = await rejection(mas.contacts.create({ email: "ada@example.test" }))
    expect(error).toMatchObject({
      message: "POST /v1/my/contacts got no complete response: fetch failed (ECONNREFUSED)",
      code: "ECONNREFUSED",
      neverSent: true,
      attempts: 3,
      cause: { message: "fetch failed" },
    })
    expect(JSON.stringify(error)).toContain('"cause":{"name":"TypeError","message":"fetch failed"')
  })

  it("is also a ConnectionError while a body is read", async () => {
    const body = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) })
    const mas = connect(nowhere, { fetch: async () => new Response(body()), maxRetries: 0 })
    expect(await rejection(mas.account.get())).toBeInstanceOf(ConnectionError)
    const download = await mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 })
    expect(await rejection(download.bytes())).toBeInstanceOf(ConnectionError)
  })

  it("is a ConnectionError if the caller's transport reports one, also in a stream", async () => {
    const send = () => Promise.reject(new TransportError("cut", false, "ECONNRESET"))
    const error = await rejection(connect(nowhere, { transport: { name: "own", send } }).account.get())
    expect(error).toMatchObject({ name: "ConnectionError", code: "ECONNRESET", attempts: 3 })
    const sendCutOff = async (): Promise<TransportResponse> => ({ status: 200, headers: {}, stream: cutOff() })
    const download = await connect(nowhere, { transport: { name: "own", send: sendCutOff } }).attachments.download({
      conversationId: 1,
      messageId: 2,
      id: 3,
    })
    expect(await rejection(download.text())).toMatchObject({ name: "ConnectionError", code: "ECONNRESET" })
  })
})

async function* cutOff(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1)
  throw Object.assign(new Error("aborted"), { code: "ECONNRESET" })
}
