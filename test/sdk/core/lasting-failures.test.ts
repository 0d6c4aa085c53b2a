import { createServer as createHttp } from "node:http"
import { createServer as createHttpTwo, createSecureServer } from "node:http2"
import { createServer as createHttps } from "node:https"
import type { Server } from "node:net"
import { ProxyAgent } from "undici"
import { describe, expect, it } from "vitest"
import { lastingCauseOf } from "../../../sdk/client/transport/lasting-causes.ts"
import { ConnectionError } from "../../../sdk/index.ts"
import { selfSigned } from "../../support/tls.ts"
import { connect, listen, rejection, serve, serveBytes, transports } from "./support.ts"

const names = Object.keys(transports) as (keyof typeof transports)[]

/** The error of one call, which must be final after one attempt and a single line. */
async function failureAt(url: string, name: keyof typeof transports): Promise<string> {
  const error = await rejection(connect(url, { transport: transports[name]() }).account.get())
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ attempts: 1, disposition: "final", isRefusal: false, retryAt: undefined })
  expect(String(error)).not.toMatch(/\n|openssl/i)
  return String(error)
}

describe.each(names)("a failure that no repetition mends, over %s", (name) => {
  it("is an untrusted certificate", async () => {
    const url = await listen(createHttps(selfSigned, (_, response) => response.end("{}")))
    expect(await failureAt(url.replace("http:", "https:"), name)).toContain("NODE_EXTRA_CA_CERTS")
  })

  it("is a server that speaks only HTTP/2, without TLS", async () => {
    const server = createHttpTwo().on("sessionError", () => {})
    expect(await failureAt(await listen(server as unknown as Server), name)).toContain("allowH2: true")
  })

  it.each(["SSH-2.0-OpenSSH_9.9\r\n", "220 mail.example.test ESMTP\r\n", "+OK ready\r\n", "* OK ready\r\n"])(
    "is a server that greets with %j",
    async (greeting) => {
      const { url } = await serveBytes((socket) => socket.end(greeting))
      expect(await failureAt(url, name)).toContain("that port speaks another protocol than HTTP: check host and port")
    },
  )
})

/**
 * From undici 8 on, which Node 26 brings, `fetch` speaks HTTP/2 by itself and meets the server's certificate instead. It does not
 * where the older package undici was imported first, and its dispatcher is the global one.
 */
const fetchAdvice =
  Number.parseInt(process.versions.undici ?? "0", 10) >= 8 ? /allowH2: true|NODE_EXTRA_CA_CERTS/ : /allowH2: true/

it.each(["undici", "fetch"] as const)("a server that speaks only HTTP/2 leads to allowH2, over %s", async (name) => {
  const server = createSecureServer(selfSigned).on("tlsClientError", () => {})
  const url = await listen(server as unknown as Server)
  const advice = name === "fetch" ? fetchAdvice : /allowH2: true/
  expect(await failureAt(url.replace("http:", "https:"), name)).toMatch(advice)
})

it("a proxy that asks for a password leads to its address, with and without a tunnel", async () => {
  const proxy = createHttp().on("connect", (_, socket) => {
    socket.on("error", () => {})
    socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")
  })
  const dispatcher = new ProxyAgent(await listen(proxy))
  const tunnelled = await rejection(connect("https://api.example.test", { dispatcher }).account.get())
  expect(tunnelled).toMatchObject({ attempts: 1, disposition: "final", neverSent: true })
  expect(String(tunnelled)).toContain("the proxy asks for a password (407): put user and password into its address")
  const { url } = await serve((response) => response.writeHead(407).end("<p>Who are you?"))
  const answered = await rejection(connect(url).account.get())
  expect(answered).toMatchObject({ status: 407, attempts: 1, disposition: "final", isRefusal: false })
  expect(String(answered)).toContain("put user and password into its address")
  expect(await failureAt(url, "fetch")).toContain("put user and password into its address")
})

it("a connection that is cut, or garbage, may pass: it is repeated", async () => {
  for (const bytes of ["", "garbage\r\n\r\n"]) {
    const { url, count } = await serveBytes((socket) => socket.end(bytes))
    expect(await rejection(connect(url).account.get())).toMatchObject({ disposition: "retry", attempts: 3 })
    expect(count()).toBe(3)
  }
})

it("the first bytes of another protocol are known, as bytes and as text", () => {
  const alert = Buffer.from("1503030002022800", "hex")
  expect(lastingCauseOf(alert)?.advice).toContain("https://")
  expect(lastingCauseOf(alert.toString("latin1"))?.advice).toContain("https://")
  for (const other of ["HTTP/1.1 200 OK", "", undefined, 5, {}, Buffer.alloc(0)])
    expect(lastingCauseOf(other)).toBe(undefined)
})
