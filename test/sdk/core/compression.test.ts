import { brotliCompressSync, constants, createGzip, deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { ConnectionError, ResponseValidationError, UnprocessableEntityError } from "../../../sdk/index.ts"
import { connect, deferred, rejection, serve, transports } from "./support.ts"

const value = { id: 1, name: "Žofie 🦊".repeat(50) }
const text = JSON.stringify(value)
const codings: [string, (text: string) => Uint8Array][] = [
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["GZIP", gzipSync],
  ["br", brotliCompressSync],
  ["deflate", deflateSync],
  ["deflate, without its frame", deflateRawSync],
  ["gzip, br", (content) => brotliCompressSync(gzipSync(content))],
  ["deflate, gzip", (content) => gzipSync(deflateSync(content))],
]
/** An encoding that the SDK does not know. */
const unknown = { "content-encoding": "x-own" }

describe.each(Object.entries(transports))("an encoded response over %s", (name, transport) => {
  const open = (url: string, options = {}) => connect(url, { transport: transport(), maxRetries: 0, ...options })

  it("is requested", async () => {
    const { url, arrivals } = await serve((response) => response.end("{}"))
    await open(url).account.get()
    await (await open(url).attachments.download({ conversationId: 1, messageId: 1, id: 1 })).bytes()
    for (const { headers } of arrivals) {
      // The platform's fetch requests what it can decode itself.
      expect(headers["accept-encoding"]).toMatch(name === "fetch" ? /gzip/ : /^gzip, br(, zstd)?$/)
    }
  })

  it.each(codings)("is read in %s", async (coding, encode) => {
    const headers = { "content-type": "application/json", "content-encoding": coding.replace(/, without.*/, "") }
    const { url } = await serve((response, { url }) => {
      const status = url.endsWith("user") ? 422 : 200
      const body = encode(status === 200 ? text : '{"message":"Not so","validation_errors":{"email":["is taken"]}}')
      response.writeHead(status, { ...headers, "content-length": body.byteLength }).end(body)
    })
    const mas = open(url)
    const { data, response } = await mas.account.get().withResponse()
    expect(data).toEqual(value)
    expect(response.headers.has("content-encoding")).toBe(false)
    expect(await rejection(mas.user.get())).toMatchObject({
      name: UnprocessableEntityError.name,
      message: expect.stringContaining("Not so"),
      validationErrors: { email: ["is taken"] },
    })
    const download = await mas.attachments.download({ conversationId: 1, messageId: 1, id: 1 })
    expect(download.size).toBeUndefined()
    await expect(download.text()).resolves.toBe(text)
  })

  it("is read if it is empty", async () => {
    const { url } = await serve((response) => response.writeHead(200, { "content-encoding": "gzip" }).end())
    await expect(
      (await open(url).attachments.download({ conversationId: 1, messageId: 1, id: 1 })).text(),
    ).resolves.toBe("")
  })

  it("is limited by its decoded size: a zip bomb is not unpacked", { tags: "slow" }, async () => {
    const bomb = gzipSync(`"${"x".repeat(64_000_000)}"`)
    const closed = deferred()
    const { url } = await serve((response, { url }) => {
      response.on("close", closed.resolve)
      // More data is announced: only a client that stops reading ends the connection.
      response.writeHead(url.endsWith("user") ? 500 : 200, { "content-encoding": "gzip" }).write(bomb)
    })
    const mas = open(url, { maxResponseBytes: 20_000 })
    const error = await rejection(mas.account.get())
    expect(error).toBeInstanceOf(ResponseValidationError)
    expect(error).toMatchObject({ message: expect.stringContaining("too large (more than maxResponseBytes, 20000)") })
    expect(await rejection(mas.user.get())).toMatchObject({ name: "InternalServerError" })
    await closed.promise
  })

  it("in an unknown encoding is not taken for the plain response", async () => {
    const { url } = await serve((response, { url }) => {
      response.writeHead(url.endsWith("user") ? 422 : 200, unknown).end("{}")
    })
    const mas = open(url)
    const message = expect.stringContaining("a body encoded as x-own, which cannot be read here")
    expect(await rejection(mas.account.get())).toMatchObject({ name: "ResponseValidationError", message })
    expect(await rejection(mas.user.get())).toMatchObject({ name: "UnprocessableEntityError", message })
    expect(await rejection(mas.attachments.download({ conversationId: 1, messageId: 1, id: 1 }))).toMatchObject({
      name: "ResponseValidationError",
      message,
    })
  })

  it("is not decoded through too many layers", async () => {
    const { url } = await serve((response) => {
      response.writeHead(200, { "content-encoding": Array(40).fill("gzip").join(", ") }).end(gzipSync("{}"))
    })
    expect(await rejection(open(url).account.get())).toBeInstanceOf(Error)
    expect(
      await rejection(
        open(url)
          .attachments.download({ conversationId: 1, messageId: 1, id: 1 })
          .then((download) => download.bytes()),
      ),
    ).toBeInstanceOf(Error)
  })

  it("fails if it is truncated", async () => {
    const { url } = await serve((response) => {
      const compressed = gzipSync(text)
      response.writeHead(200, { "content-encoding": "gzip", "content-length": compressed.byteLength })
      response.write(compressed.subarray(0, -20), () => setImmediate(() => response.destroy()))
    })
    expect(await rejection(open(url).account.get())).toBeInstanceOf(ConnectionError)
    const download = open(url).attachments.download({ conversationId: 1, messageId: 1, id: 1 })
    expect(await rejection(download.then((file) => file.bytes()))).toBeInstanceOf(ConnectionError)
  })

  it.each(["gzip", "br", "deflate"])("keeps its status if it is not in fact encoded with %s", async (coding) => {
    const { url, arrivals } = await serve((response, { url }) => {
      const status = url.endsWith("user") ? 422 : url.endsWith("lists") ? 201 : 200
      response.writeHead(status, { "content-encoding": coding }).end('{"message":"no"}')
    })
    const mas = open(url, { maxRetries: 2 })
    const message = expect.stringContaining("a body that is not valid JSON")
    const name = "UnprocessableEntityError"
    expect(await rejection(mas.user.get())).toMatchObject({ name, status: 422, message, attempts: 1 })
    expect(await rejection(mas.account.get())).toMatchObject({ name: "ResponseValidationError", status: 200, message })
    expect(await rejection(mas.lists.create({ name: "x" }))).toMatchObject({ status: 201, message })
    expect(arrivals).toHaveLength(3)
    expect(
      await rejection(
        mas.attachments.download({ conversationId: 1, messageId: 1, id: 1 }).then((file) => file.bytes()),
      ),
    ).toBeInstanceOf(ConnectionError)
  })

  it("fails as a download if it is not in fact encoded", async () => {
    const { url } = await serve((response) => response.writeHead(200, { "content-encoding": "gzip" }).end("not gzip"))
    const download = open(url).attachments.download({ conversationId: 1, messageId: 1, id: 1 })
    expect(await rejection(download.then((file) => file.bytes()))).toBeInstanceOf(ConnectionError)
  })

  it("streams chunk by chunk, and can be cancelled", async () => {
    const closed = deferred()
    const { url } = await serve((response) => {
      response.on("close", closed.resolve)
      const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH })
      gzip.pipe(response.writeHead(200, { "content-encoding": "gzip" }))
      gzip.write("first")
    })
    const download = await open(url).attachments.download({ conversationId: 1, messageId: 1, id: 1 })
    const reader = download.stream().getReader()
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("first")
    await reader.cancel()
    await closed.promise
  })
})

describe.each(["undici", "node:http"] as const)("a complete HTTP response with an encoding over %s", (name) => {
  const open = (url: string, options = {}) => connect(url, { transport: transports[name](), maxRetries: 0, ...options })

  it("fails if the encoded data ends early", async () => {
    const { url } = await serve((response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(text).subarray(0, -9))
    })
    expect(await rejection(open(url).account.get())).toMatchObject({ name: "ConnectionError", code: "Z_BUF_ERROR" })
    const download = await open(url).attachments.download({ conversationId: 1, messageId: 1, id: 1 })
    expect(await rejection(download.bytes())).toMatchObject({ name: "ConnectionError", code: "Z_BUF_ERROR" })
  })

  it("with the encoding identity is read, in any case", async () => {
    const { url } = await serve((response) => response.writeHead(200, { "content-encoding": "Identity" }).end(text))
    expect(await open(url).account.get()).toEqual(value)
  })

  it("is not requested if the caller sets another Accept-Encoding", async () => {
    const { url, arrivals } = await serve((response) => response.end("{}"))
    await open(url, { headers: { "accept-encoding": "identity" } }).account.get()
    expect(arrivals[0]?.headers["accept-encoding"]).toBe("identity")
  })
})

it("refuses a download in zstd that fetch did not decode", async () => {
  const frame = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0)
  const double = async () => new Response(frame, { headers: { "content-encoding": "zstd" } })
  const download = await connect("http://localhost", { fetch: double }).attachments.download({
    conversationId: 1,
    messageId: 1,
    id: 1,
  })
  expect(await rejection(download.bytes())).toMatchObject({ message: expect.stringContaining("encoded as zstd") })
})
