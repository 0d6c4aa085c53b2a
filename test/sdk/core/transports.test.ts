import { Readable } from "node:stream"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import {
  AbortError,
  APIError,
  ConnectionError,
  InternalServerError,
  type Mas,
  ResponseValidationError,
  TimeoutError,
} from "../../../sdk/index.ts"
import {
  apiKey,
  closedAddress,
  connect,
  deferred,
  json,
  rejection,
  serve,
  serveBytes,
  testHost,
  transports,
} from "./support.ts"

function exposeGarbageCollection(): () => void {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc")
}

describe.each(Object.entries(transports))("over %s", (_, transport) => {
  const open = (url: string, options = {}, host = testHost()) =>
    connect(url, { transport: transport(), ...options }, host)

  it("sends method, path, query, headers and body, and reads the response", async () => {
    const { url, arrivals } = await serve((response) => json(response, 201, { id: 7, näme: "Žofie 🦊" }))
    const mas = open(`${url}/base/`, { brandSid: "brand_1", accountId: 3 })
    await expect(
      mas.messages.send({ channel: "sms", to: "+4915112345678", body: "Žofie" }, { idempotencyKey: "k-1" }),
    ).resolves.toEqual({
      id: 7,
      näme: "Žofie 🦊",
    })
    await mas.request("GET /v1/my/things/{id}", {
      params: { id: "a/b" },
      query: { tag: ["x", "y&z"], on: true, none: undefined },
    })
    expect(arrivals.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["POST", "/base/v1/my/messages", '{"channel":"sms","to":"+4915112345678","body":"Žofie"}'],
      ["GET", "/base/v1/my/things/a%2Fb?tag=x&tag=y%26z&on=true", ""],
    ])
    expect(arrivals[0]?.headers).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      accept: "application/json",
      "idempotency-key": "k-1",
      "x-brand-sid": "brand_1",
      "x-account-id": "3",
      "user-agent": expect.stringMatching(/^mas-sdk\/\d+\.\d+\.\d+ node\/\d+/),
    })
    expect(arrivals[1]?.headers).not.toHaveProperty("content-type")
  })

  it.each([
    ["with a body", (mas: Mas) => mas.messages.send({ channel: "sms", to: "+4915112345678", body: "Žofie" })],
    ["without one", (mas: Mas) => mas.account.get()],
  ])("sends a header in Latin-1 %s", async (_, call) => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    await call(open(url, { headers: { "X-Name": "Zoë" } }))
    expect(arrivals[0]?.headers["x-name"]).toBe("Zoë")
  })

  it("keeps a connection open for the next request", async () => {
    const ports = new Set<number | undefined>()
    const { url } = await serve((response, _, { socket }) => {
      ports.add(socket.remotePort)
      json(response, 200, {})
    })
    const mas = open(url)
    for (let count = 0; count < 10; count++) await mas.account.get()
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  it("retries any request if the connection is refused, and reports that nothing was sent", async () => {
    const host = testHost()
    const mas = open(await closedAddress(), {}, host)
    const error = await rejection(mas.contacts.create({ email: "ada@example.test" }))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({
      code: "ECONNREFUSED",
      neverSent: true,
      attempts: 3,
      method: "POST",
      path: "/v1/my/contacts",
    })
  })

  it("makes one attempt where HTTPS is not spoken, and says so in a line", async () => {
    const { url } = await serve((response) => json(response, 200, {}))
    const mas = open(url.replace("http:", "https:"))
    const error = await rejection(mas.contacts.create({ email: "ada@example.test" }))
    expect(error).toMatchObject({ name: "ConnectionError", neverSent: true, attempts: 1, disposition: "final" })
    expect(String(error)).toMatch(
      /got no complete response: that port speaks plain HTTP: should .* http:\/\/\? \(\w+\)$/,
    )
  })

  it("retries a GET, but no POST without a key, if the connection is cut before the response", async () => {
    const { url, arrivals } = await serve((response) => response.destroy())
    const mas = open(url)
    expect(await rejection(mas.account.get())).toMatchObject({ name: "ConnectionError", neverSent: false, attempts: 3 })
    expect(await rejection(mas.contacts.create({ email: "ada@example.test" }))).toMatchObject({
      name: "ConnectionError",
      attempts: 1,
    })
    expect(arrivals.map(({ method }) => method)).toEqual(["GET", "GET", "GET", "POST"])
  })

  it("retries a POST with a key after a cut connection, with the same key", async () => {
    const { url, arrivals } = await serve((response, { headers }) =>
      arrivals.length === 1 ? response.destroy() : json(response, 201, { key: headers["idempotency-key"] }),
    )
    const { data, response } = await open(url).messages.send({ channel: "sms", to: "+49", body: "x" }).withResponse()
    expect(response.attempts).toBe(2)
    expect(arrivals.map(({ headers }) => headers["idempotency-key"])).toEqual([
      Reflect.get(data, "key"),
      Reflect.get(data, "key"),
    ])
  })

  it.each([
    ["a Content-Length that is not reached", 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"id":'],
    ["chunks without an end", 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n'],
  ])("treats a body with %s as a failed connection", async (_, bytes) => {
    const { url, count } = await serveBytes((socket) => socket.end(bytes))
    const error = await rejection(open(url, { maxRetries: 1 }).account.get())
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ attempts: 2, neverSent: false })
    expect(count()).toBe(2)
  })

  it("fails clearly if the response is not HTTP", async () => {
    const { url } = await serveBytes((socket) => socket.end("SMTP ready\r\n\r\n"))
    expect(await rejection(open(url, { maxRetries: 0 }).account.get())).toBeInstanceOf(ConnectionError)
  })

  it("times out if no response comes", async () => {
    const host = testHost()
    const { url } = await serve(() => host.expire())
    const error = await rejection(open(url, { maxRetries: 1 }, host).account.get())
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ attempts: 2, message: "GET /v1/my/account got no complete response within 30000 ms" })
  })

  it("times out if the body does not end", async () => {
    const host = testHost()
    const { url } = await serve((response) => {
      response.writeHead(200).write('{"id":', () => setImmediate(host.expire))
    })
    expect(await rejection(open(url, { maxRetries: 0 }, host).account.get())).toBeInstanceOf(TimeoutError)
  })

  it("closes the connection when the caller aborts", async () => {
    const stop = new AbortController()
    const closed = deferred()
    const { url, arrivals } = await serve((response) => {
      response.on("close", closed.resolve)
      response.writeHead(200).write("{", () => stop.abort(new Error("enough")))
    })
    const error = await rejection(open(url).account.get({ signal: stop.signal }))
    expect(error).toBeInstanceOf(AbortError)
    expect(error).toMatchObject({ name: "AbortError", cause: expect.objectContaining({ message: "enough" }) })
    await closed.promise
    expect(arrivals).toHaveLength(1)
  })

  it("sends nothing if the signal was already aborted", async () => {
    const { url, arrivals } = await serve((response) => json(response, 200, {}))
    expect(await rejection(open(url).account.get({ signal: AbortSignal.abort() }))).toMatchObject({
      name: "AbortError",
      attempts: 0,
    })
    expect(arrivals).toHaveLength(0)
  })

  it("stops reading a response that is too large", async () => {
    const { url } = await serve((response, { url }) => {
      response.writeHead(url.endsWith("user") ? 500 : 200)
      response.end(`"${"x".repeat(50_000)}"`)
    })
    const mas = open(url, { maxResponseBytes: 20_000, maxRetries: 0 })
    const error = await rejection(mas.account.get())
    expect(error).toBeInstanceOf(ResponseValidationError)
    expect(error).toMatchObject({ message: expect.stringContaining("too large (more than maxResponseBytes, 20000)") })
    expect(await rejection(mas.user.get())).toBeInstanceOf(InternalServerError)
    const roomy = await rejection(mas.account.get({ maxResponseBytes: 50_001 }))
    expect(roomy).toBeInstanceOf(ResponseValidationError)
    await expect(mas.account.get({ maxResponseBytes: 50_002 })).resolves.toHaveLength(50_000)
  })

  it("stops reading a response that never ends", async () => {
    const { url } = await serve((response) => {
      const more = (error?: Error | null): unknown => error ?? response.write("x".repeat(50_000), more)
      more()
    })
    const mas = open(url, { maxResponseBytes: 20_000, maxRetries: 0 })
    expect(await rejection(mas.account.get())).toMatchObject({ message: expect.stringContaining("too large") })
  })

  it("follows a redirect of a GET on the same origin", async () => {
    const { url, arrivals } = await serve((response, { url: path }) =>
      path === "/v1/my/account"
        ? response.writeHead(307, { location: "/moved?a=b" }).end("see there")
        : json(response, 200, { id: 1 }),
    )
    const { data, response } = await open(url).account.get().withResponse()
    expect([data, response.attempts]).toEqual([{ id: 1 }, 1])
    expect(arrivals.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/v1/my/account", `Bearer ${apiKey}`],
      ["/moved?a=b", `Bearer ${apiKey}`],
    ])
  })

  it("does not follow a redirect to another origin", async () => {
    const other = await serve((response) => json(response, 200, { id: 1 }))
    const { url, arrivals } = await serve((response) =>
      response.writeHead(302, { location: `${other.url}/v1?secret=1` }).end(),
    )
    const error = await rejection(open(url).account.get())
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({
      status: 302,
      message: `GET /v1/my/account responded with 302 with a redirect to another origin (${other.url}), which is not followed`,
    })
    // No request there, with or without the credential, nor to the same path here.
    expect(other.arrivals).toEqual([])
    expect(arrivals.map(({ url }) => url)).toEqual(["/v1/my/account"])
  })

  it("follows neither the redirect of a write nor redirects without end", async () => {
    const { url, arrivals } = await serve((response) => response.writeHead(308, { location: "/again" }).end())
    const mas = open(url)
    expect(await rejection(mas.contacts.create({ email: "a@example.test" }))).toMatchObject({
      message: expect.stringContaining("only followed for GET"),
    })
    expect(await rejection(mas.account.get())).toMatchObject({ message: expect.stringContaining("more than 5") })
    expect(arrivals).toHaveLength(7)
  })

  it("uploads a stream of unknown length and bytes of known length", async () => {
    const { url, arrivals } = await serve((response) => json(response, 201, { id: 1 }))
    const mas = open(url)
    await mas.imports.create({
      resource: "contacts",
      file: Readable.from([Buffer.from("email\n"), Buffer.from("a@b.test\n")]),
    })
    await mas.imports.create({ resource: "contacts", file: Buffer.from("email\n") })
    expect(
      arrivals.map(({ headers }) => ["transfer-encoding", "content-length"].filter((name) => name in headers)),
    ).toEqual([["transfer-encoding"], ["content-length"]])
    expect(arrivals[0]?.body).toContain("\r\n\r\nemail\na@b.test\n\r\n--")
    expect(Number(arrivals[1]?.headers["content-length"])).toBe(arrivals[1]?.body.length)
  })

  it("does not hold uploaded data in memory", { tags: "slow" }, async () => {
    const collect = exposeGarbageCollection()
    const { url } = await serve((response) => json(response, 201, { id: 1 }))
    const chunks: WeakRef<Uint8Array>[] = []
    let retainedCount = Number.NaN
    async function* source() {
      for (let count = 0; count < 48; count++) {
        const chunk = new Uint8Array(1024 * 1024)
        chunks.push(new WeakRef(chunk))
        yield chunk
      }
      await new Promise(setImmediate)
      collect()
      retainedCount = chunks.filter((chunk) => chunk.deref()).length
    }
    await open(url).imports.create({ resource: "contacts", file: source() })
    expect(retainedCount).toBeLessThan(16)
  })

  it("names the file if its stream fails, and does not report a failed connection", async () => {
    const { url } = await serve((response) => json(response, 201, { id: 1 }))
    async function* broken() {
      yield Buffer.from("email\n")
      throw new Error("disk is gone")
    }
    const error = await rejection(open(url).imports.create({ resource: "contacts", file: broken() }))
    expect(error).toMatchObject({
      name: "InvalidArgumentError",
      message: "file cannot be read: disk is gone",
      cause: { message: "disk is gone" },
    })
  })

  it("streams a download in chunks, and fails if it is truncated", async () => {
    const { url } = await serve((response, { url }) => {
      response.writeHead(200, { "content-length": "8" }).write("abcd")
      if (url.endsWith("1")) setImmediate(() => response.destroy())
      else response.end("efgh")
    })
    const mas = open(url)
    await expect((await mas.attachments.download({ conversationId: 1, messageId: 1, id: 2 })).text()).resolves.toBe(
      "abcdefgh",
    )
    const cut = await mas.attachments.download({ conversationId: 1, messageId: 1, id: 1 })
    expect(await rejection(cut.bytes())).toMatchObject({
      name: "ConnectionError",
      path: expect.stringContaining("/attachments/1"),
    })
  })

  it("closes the connection of a cancelled download", async () => {
    const closed = deferred()
    const { url } = await serve((response) => {
      response.on("close", closed.resolve)
      response.writeHead(200).write("abcd")
    })
    const mas = open(url)
    await (await mas.attachments.download({ conversationId: 1, messageId: 1, id: 1 })).cancel()
    await closed.promise
  })

  it("limits the wait for each chunk of a download, not the whole download", async () => {
    const host = testHost()
    const { url } = await serve((response) => {
      response.writeHead(200).write("abcd")
    })
    const download = await open(url, {}, host).attachments.download({ conversationId: 1, messageId: 1, id: 1 })
    host.expire() // no read is pending now
    const iterator = download.stream().getReader()
    expect(Buffer.from((await iterator.read()).value ?? []).toString()).toBe("abcd")
    const next = iterator.read()
    setImmediate(host.expire)
    expect(await rejection(next)).toBeInstanceOf(TimeoutError)
  })

  it("gives the error of a refused download", async () => {
    const { url } = await serve((response) =>
      json(response, 404, { code: 404, error: true, message: "No such file", error_code: "not_found" }),
    )
    expect(await rejection(open(url).attachments.download({ conversationId: 1, messageId: 1, id: 1 }))).toMatchObject({
      name: "NotFoundError",
      detail: "No such file",
    })
  })
})
