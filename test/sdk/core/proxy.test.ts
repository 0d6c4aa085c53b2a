import { createServer as createHttpServer, request as forward } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { createServer as createTcpServer, connect as dial } from "node:net"
import { Agent, getGlobalDispatcher, ProxyAgent, setGlobalDispatcher } from "undici"
import { Agent as Agent6, ProxyAgent as ProxyAgent6 } from "undici-6"
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { nodeHttpTransport, undiciTransport } from "../../../sdk/index.ts"
import { selfSigned } from "../../support/tls.ts"
import { apiKey, closedAddress, connect, deferred, json, listen, rejection, serve } from "./support.ts"

const variables = [
  "HTTP_PROXY",
  "http_proxy",
  "HTTPS_PROXY",
  "https_proxy",
  "NO_PROXY",
  "no_proxy",
  "NODE_USE_ENV_PROXY",
  "NODE_OPTIONS",
]
beforeEach(() => {
  for (const name of variables) vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** A proxy that tunnels (`CONNECT host:port`) and forwards (`GET http://host/`), and records the requests. */
async function startProxy(): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = []
  const server = createHttpServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const { method, headers } = request
    const onward = forward(request.url ?? "", { method, headers }, (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
      upstreamResponse.pipe(response)
    })
    request.pipe(onward)
  })
  server.on("connect", (request, client, first) => {
    requests.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim())
    const [host, port] = String(request.url).split(":")
    const target = dial(Number(port), host, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n")
      target.write(first)
      target.pipe(client).pipe(target)
    })
    target.on("error", () => client.destroy())
    client.on("error", () => target.destroy())
  })
  return { url: await listen(server), requests }
}

/** A service that responds with the credential it received. */
const serveEcho = () => serve((response, { headers }) => json(response, 200, { seen: headers.authorization }))
const echo = { seen: `Bearer ${apiKey}` }
const hostOf = (url: string) => new URL(url).host

const byEnvironment = { "the default": () => undefined, undici: undiciTransport, "node:http": nodeHttpTransport }

describe.each(Object.entries(byEnvironment))("over %s, with NODE_USE_ENV_PROXY=1", (_, transport) => {
  const open = (url: string) => connect(url, { transport: transport(), maxRetries: 0 })
  beforeEach(() => void vi.stubEnv("NODE_USE_ENV_PROXY", "1"))

  it("names the variables if a proxy's address is invalid", async () => {
    vi.stubEnv("HTTP_PROXY", "proxy:secret@127.0.0.1:3128:9")
    const error = await rejection(open(await closedAddress()).account.get())
    expect(error).toMatchObject({ name: "InvalidArgumentError" })
    expect(String(error)).toContain("HTTP_PROXY")
    expect(String(error)).not.toContain("secret")
  })

  it.each(["HTTP_PROXY", "http_proxy"])("goes through %s, with the name and password in it", async (name) => {
    const proxy = await startProxy()
    const { url } = await serveEcho()
    vi.stubEnv(name, proxy.url.replace("http://", "http://ada:secret@"))
    await expect(open(url).account.get()).resolves.toEqual(echo)
    expect(proxy.requests).toEqual([`CONNECT ${hostOf(url)} Basic ${btoa("ada:secret")}`])
  })

  it.each(["HTTPS_PROXY", "https_proxy"])("tunnels TLS through %s", async (name) => {
    const proxy = await startProxy()
    const server = createTlsServer(selfSigned, (request, response) =>
      json(response, 200, { seen: request.headers.authorization }),
    )
    const url = (await listen(server)).replace("http://127.0.0.1", "https://localhost")
    vi.stubEnv(name, proxy.url)
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0")
    await expect(open(url).account.get()).resolves.toEqual(echo)
    expect(proxy.requests).toEqual([`CONNECT ${hostOf(url)}`])
  })

  it.each(["NO_PROXY", "no_proxy"])("bypasses the proxy for the hosts of %s", async (name) => {
    const proxy = await startProxy()
    const { url } = await serveEcho()
    vi.stubEnv("HTTP_PROXY", proxy.url)
    vi.stubEnv(name, "example.test,127.0.0.1")
    await expect(open(url).account.get()).resolves.toEqual(echo)
    expect(proxy.requests).toEqual([])
  })

  it("connects once per attempt to a proxy that cuts the connection, and reports a ConnectionError", async () => {
    let callCount = 0
    const cutting = createTcpServer((socket) => {
      callCount += 1
      socket.on("error", () => {}).once("data", () => socket.destroy())
    })
    vi.stubEnv("HTTP_PROXY", await listen(cutting))
    const { url, arrivals } = await serveEcho()
    const error = await rejection(open(url).account.get())
    expect(error).toMatchObject({ name: "ConnectionError", code: "UND_ERR_SOCKET", neverSent: true })
    expect([callCount, arrivals.length]).toEqual([1, 0])
  })

  it("closes its connections with the client", async () => {
    const proxy = await startProxy()
    const closed = deferred()
    // Both sides would keep a connection for ten minutes.
    const server = createHttpServer({ keepAliveTimeout: 600_000 }, (_, response) => json(response, 200, echo))
    server.on("connection", (socket) => socket.on("close", closed.resolve))
    const mas = open(await listen(server))
    vi.stubEnv("HTTP_PROXY", proxy.url)
    await expect(mas.account.get()).resolves.toEqual(echo)
    await mas.close()
    await closed.promise
  })

  it("reports that nothing was sent if the proxy is down", async () => {
    const { url, arrivals } = await serveEcho()
    vi.stubEnv("HTTP_PROXY", await closedAddress())
    const error = await rejection(open(url).contacts.create({ email: "ada@example.test" }))
    expect(error).toMatchObject({ name: "ConnectionError", neverSent: true, code: "ECONNREFUSED" })
    expect(arrivals).toEqual([])
  })

  it("repeats a write after a 502 of the proxy: nothing was sent", async () => {
    const requests: string[] = []
    const refusing = createHttpServer().on("connect", ({ url }, client) => {
      requests.push(`CONNECT ${url}`)
      client.on("error", () => {}).end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
    })
    vi.stubEnv("HTTP_PROXY", await listen(refusing))
    const { url, arrivals } = await serveEcho()
    const mas = connect(url, { transport: transport(), maxRetries: 1 })
    const error = await rejection(mas.contacts.create({ email: "ada@example.test" }))
    expect(error).toMatchObject({ name: "ConnectionError", neverSent: true, disposition: "retry", attempts: 2 })
    expect(String(error)).toContain("Proxy response (502)")
    expect([requests.length, arrivals.length]).toEqual([2, 0])
  })

  it.each([
    ["in its arguments", ["--use-env-proxy"], undefined],
    ["in NODE_OPTIONS", [], "--enable-source-maps --use-env-proxy"],
  ])("uses the proxy with Node's flag too, %s", async (_, execArgv, options) => {
    const proxy = await startProxy()
    const { url } = await serveEcho()
    vi.stubEnv("HTTP_PROXY", proxy.url)
    vi.stubEnv("NODE_USE_ENV_PROXY", undefined)
    vi.stubEnv("NODE_OPTIONS", options)
    vi.spyOn(process, "execArgv", "get").mockReturnValue(execArgv)
    await expect(open(url).account.get()).resolves.toEqual(echo)
    expect(proxy.requests).toEqual([`CONNECT ${hostOf(url)}`])
  })

  it("uses no proxy without the flag, like Node's fetch", async () => {
    const proxy = await startProxy()
    const { url } = await serveEcho()
    vi.stubEnv("HTTP_PROXY", proxy.url)
    vi.stubEnv("NODE_USE_ENV_PROXY", undefined)
    await expect(open(url).account.get()).resolves.toEqual(echo)
    expect(proxy.requests).toEqual([])
  })
})

describe("the global dispatcher", () => {
  const before = getGlobalDispatcher()
  afterEach(() => setGlobalDispatcher(before))

  const tunnel = (uri: string) => new ProxyAgent(uri)
  const forwarding = (uri: string) => new ProxyAgent({ uri, proxyTunnel: false })
  const old = (uri: string) => new ProxyAgent6(uri) as unknown as ProxyAgent
  it.each([
    ["a ProxyAgent that tunnels", tunnel, /^CONNECT /],
    ["a ProxyAgent that forwards", forwarding, /^(GET|POST) http:\/\/127/],
    ["a ProxyAgent of undici 6", old, /^CONNECT /],
  ])("is used if the program has set one: %s", async (_, open, expected) => {
    const proxy = await startProxy()
    const { url } = await serveEcho()
    const mas = connect(url)
    await mas.account.get()
    expect(proxy.requests).toEqual([])
    const agent = open(proxy.url)
    onTestFinished(() => agent.close())
    setGlobalDispatcher(agent)
    await expect(mas.account.get()).resolves.toEqual(echo)
    await mas.imports.create({ resource: "contacts", file: Buffer.from("email\n") })
    await expect((await mas.attachments.download({ conversationId: 1, messageId: 1, id: 1 })).text()).resolves.toBe(
      JSON.stringify(echo),
    )
    expect(proxy.requests.length).toBeGreaterThan(0)
    for (const line of proxy.requests) expect(line).toMatch(expected)
  })

  it.each([
    ["settings", new Agent({ connections: 1 })],
    ["an interceptor", new Agent().compose((dispatch) => dispatch)],
    ["settings, of undici 6", new Agent6({ connections: 1 }) as unknown as Agent],
  ])("is used if it is an Agent with %s", async (_, agent) => {
    const { url } = await serveEcho()
    const mas = connect(url)
    const connected = vi.fn()
    agent.on("connect", connected)
    setGlobalDispatcher(agent)
    await expect(mas.account.get()).resolves.toEqual(echo)
    expect(connected).toHaveBeenCalledOnce()
    await agent.close()
  })

  it.each([
    ["undici 7", new Agent()],
    ["undici 6", new Agent6() as unknown as Agent],
  ])("is not used if it is only the default of %s", async (_, agent) => {
    const { url } = await serveEcho()
    setGlobalDispatcher(agent)
    const connected = vi.fn()
    agent.on("connect", connected)
    await expect(connect(url).account.get()).resolves.toEqual(echo)
    expect(connected).not.toHaveBeenCalled()
    await agent.close()
  })
})
