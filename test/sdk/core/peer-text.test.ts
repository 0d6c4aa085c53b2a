import { inspect } from "node:util"
import { describe, expect, it, vi } from "vitest"
import { responseValidator } from "../../../sdk/client/validation.ts"
import { type APIError, ConnectionError, RequestError, type ResponseEvent } from "../../../sdk/index.ts"
import { connect, json, rejection, serve, serveBytes, transports } from "./support.ts"

/** A credential that does not look like one. */
const token = "foreign-bearer/+0123456789"

/** Everything readable in an error, with bytes as text. */
function everything(error: unknown, depth = 0): string {
  if (error instanceof Uint8Array) return new TextDecoder().decode(error)
  if (typeof error !== "object" || error === null || depth > 9) return String(error)
  const properties = Reflect.ownKeys(error).map(
    (key) => `${String(key)}: ${everything(Reflect.get(error, key), depth + 1)}`,
  )
  return [inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), ...properties].join("\n")
}

describe.each(Object.entries(transports))("over %s", (_, transport) => {
  it.each([
    ["in its head", `HTTP/1.1 200 OK\r\nX Echo: ${token}\r\n\r\n`],
    ["in its status line", `HTTP/9.9 ${token}\r\n\r\n`],
    ["in a chunk's size", `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${token}\r\n`],
  ])("keeps no token of a malformed response that echoes it %s", async (_, bytes) => {
    const { url } = await serveBytes((socket) => socket.end(bytes))
    const onResponse = vi.fn()
    const mas = connect(url, { token, transport: transport(), maxRetries: 0, onResponse })
    const error = await rejection(mas.account.get())
    expect(error).toBeInstanceOf(RequestError)
    expect(everything(error)).not.toContain(token)
    expect(everything(onResponse.mock.calls)).not.toContain(token)
  })

  it("keeps no token of a download that breaks off and echoes it", async () => {
    const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"
    const { url } = await serveBytes((socket) => {
      socket.write(head)
      setImmediate(() => socket.end(`${token}\r\n`))
    })
    const mas = connect(url, { token, transport: transport(), maxRetries: 0 })
    const error = await rejection(
      mas.attachments.download({ conversationId: 1, messageId: 2, id: 3 }).then((download) => download.text()),
    )
    expect(error).toBeInstanceOf(ConnectionError)
    expect(everything(error)).not.toContain(token)
  })
})

describe("a call's own secrets", () => {
  it("are redacted in response headers, values and names, for hooks and errors", async () => {
    const { url } = await serve((response) =>
      json(response, 404, { message: "No" }, { "x-echo": `You sent ${token}`, "x-s3ss10n": "s3ss10n" }),
    )
    const events: ResponseEvent[] = []
    const headers = { Cookie: "theme=dark; mas_session=s3ss10n" }
    const mas = connect(url, { token, headers, onResponse: (event) => events.push(event) })
    const error = await rejection(mas.account.get())
    expect(events[0]?.headers).toMatchObject({ "x-echo": "You sent [redacted]" })
    for (const secret of [token, "s3ss10n"]) {
      expect(everything(events)).not.toContain(secret)
      expect(JSON.stringify([...(error as APIError).headers])).not.toContain(secret)
    }
  })

  it("are redacted if they are an earlier attempt's", async () => {
    const tokens = ["first-t0ken", "second-t0ken"]
    let count = 0
    const { url } = await serve((response) =>
      json(response, 401, { message: tokens.slice(0, count).join() }, { "x-echo": "first-t0ken" }),
    )
    const events: ResponseEvent[] = []
    const fresh = () => tokens[count++] ?? ""
    const error = await rejection(
      connect(url, { token: fresh, onResponse: (event) => events.push(event) }).account.get(),
    )
    expect(count).toBe(2)
    for (const secret of tokens) expect(everything([error, events])).not.toContain(secret)
  })

  it("are redacted in messages about an encoding, a redirect or an invalid success", async () => {
    const responses = [
      { status: 500, headers: { "content-encoding": "t0ken-0123" }, body: "x" },
      { status: 302, headers: { location: "http://t0ken-0123.test/" }, body: "" },
      { status: 200, headers: { "content-encoding": "t0ken-0123" }, body: "x" },
      { status: 200, headers: {}, body: '{"t0ken-0123":1}' },
    ]
    const { url, arrivals } = await serve((response) => {
      const { status = 500, headers, body } = responses[arrivals.length - 1] ?? {}
      response.writeHead(status, headers).end(body)
    })
    const logger = { debug: vi.fn(), warn: vi.fn() }
    const mas = connect(url, { token: "t0ken-0123", maxRetries: 0, validateResponses: responseValidator(), logger })
    for (const _ of responses) expect(everything(await rejection(mas.account.get()))).not.toContain("t0ken-0123")
    expect(JSON.stringify([logger.debug.mock.calls, logger.warn.mock.calls])).not.toContain("t0ken-0123")
  })

  it("are redacted in a long text before it is truncated", async () => {
    const { url } = await serve((response) => response.writeHead(500).end(`${" ".repeat(65_530)}${token}`))
    const error = await rejection(connect(url, { token, maxRetries: 0 }).account.get())
    expect((error as APIError).body).not.toContain("foreig")
  })
})

describe("a failure of a transport", () => {
  const failing = async (reason: unknown) => {
    const fetch = () => Promise.reject(reason)
    return (await rejection(
      connect("http://127.0.0.1:1", { token, maxRetries: 0, fetch }).account.get(),
    )) as ConnectionError
  }

  it("is the cause, with its class, code and causes", async () => {
    const deep = Object.assign(new Error("deep"), { code: "EDEEP" })
    const { cause } = await failing(new TypeError("gone", { cause: deep }))
    expect(cause).toBeInstanceOf(TypeError)
    expect(cause).toMatchObject({ message: "gone", cause: { message: "deep", code: "EDEEP" } })
    expect(inspect(cause)).toContain("TypeError: gone")
  })

  it("keeps its class, and no secret at any depth", async () => {
    const deep = Object.assign(new RangeError(`at ${token}`), {
      rawPacket: Buffer.from(`X: ${token}`),
      request: new Request("http://127.0.0.1/", { headers: { "X-Echo": token } }),
      [Symbol("data")]: { list: [token], [token]: 1 },
    })
    const error = await failing(
      new AggregateError([deep, new DOMException(token, "DataError")], "all failed", { cause: deep }),
    )
    expect(everything(error)).not.toContain(token)
    const { cause } = error
    expect(cause).toBeInstanceOf(AggregateError)
    expect((cause as AggregateError).errors).toMatchObject([
      { name: "RangeError", message: "at [redacted]" },
      { name: "DataError", message: "[redacted]", code: 0 },
    ])
  })

  it("may be its own cause", async () => {
    const reason = new Error(token)
    reason.cause = reason
    expect(everything(await failing(reason))).not.toContain(token)
  })
})

describe("control characters", () => {
  it("are escaped in messages, except newlines and tabs", async () => {
    const { url } = await serve((response) => json(response, 422, { message: "a\u001b[31mb\u0000\u007f\u009b\r\n\tc" }))
    const error = await rejection(connect(url).account.get())
    const message = "a\\u001b[31mb\\u0000\\u007f\\u009b\\u000d\n\tc"
    expect(error).toMatchObject({ detail: message, body: { message: "a\u001b[31mb\u0000\u007f\u009b\r\n\tc" } })
    expect((error as Error).stack).toContain(message)
  })

  it("are escaped in the causes of a failure", async () => {
    const fetch = () => Promise.reject(new Error("bad \u001b]0;title\u0007"))
    const mas = connect("http://127.0.0.1:1", { maxRetries: 0, fetch })
    const error = await rejection(mas.account.get())
    expect(everything(error)).toContain("bad \\u001b]0;title\\u0007")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
    expect((error as Error).message + inspect(error)).not.toMatch(/[\u001b\u0007]/)
  })
})
