import { mkdirSync, writeFileSync } from "node:fs"
import { createServer as createHttp, type RequestListener } from "node:http"
import { createServer as createHttps } from "node:https"
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { causeOf, proxyHint } from "../../cli/terminal/report/connection-cause.ts"
import { connectionHint } from "../../cli/terminal/report/connection-hint.ts"
import { ConnectionError } from "../../sdk/client/errors.ts"
import { selfSigned } from "../support/tls.ts"
import { Home } from "./own/run.ts"

/** Servers with various faults. */
const page: RequestListener = (request, response) => {
  const status = request.headers.host?.startsWith("localhost") ? 200 : 404
  response.writeHead(status, { "content-type": "text/html" }).end("<html>nothing here</html>")
}
const servers = {
  page: createHttp(page),
  json: createHttp((_, response) => response.writeHead(404).end('{"detail":"Not Found"}')),
  gateway: createHttp((_, response) => response.writeHead(502).end("<html>Bad Gateway</html>")),
  notFound: createHttp((_, response) => response.writeHead(404).end('{"code":404,"message":"Not found","error":true}')),
  redirect: createHttp((_, response) => response.writeHead(301, { location: "https://www.example.test/" }).end()),
  secure: createHttps(selfSigned, page),
  cut: createTcp((socket) => socket.destroy()),
  silent: createTcp(() => {}),
  other: createTcp((socket) => socket.end("SSH-2.0-OpenSSH\r\n")),
}
type Name = keyof typeof servers

const sockets = new Set<Socket>()
const home = new Home({ MAS_API_KEY: "k" })

beforeAll(async () => {
  for (const server of Object.values<Server>(servers)) {
    server.on("connection", (socket) => sockets.add(socket))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  }
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of Object.values<Server>(servers)) server.close()
  home.remove()
})

const portOf = (name: Name) => (servers[name].address() as AddressInfo).port
const at = (name: Name, start = "http://127.0.0.1", path = "") => `${start}:${portOf(name)}${path}`

/** The fault, the address, the exit code, and the expected advice. */
const faults: readonly (readonly [what: string, url: () => string, code: number, advice: RegExp])[] = [
  [
    "a local port without a listener",
    () => "http://127.0.0.1:1",
    8,
    /^Is the service running there\? For the mock server: mas mock\./,
  ],
  ["no such host", () => "https://nothing.invalid", 8, /host/],
  [
    "a connection that is cut",
    () => at("cut"),
    8,
    /was cut\. If that port speaks HTTPS, the address must begin with https:/,
  ],
  ["HTTPS that is cut", () => at("cut", "https://127.0.0.1"), 8, /was cut: check the port, and any proxy/],
  ["silence", () => at("silent"), 8, /--timeout/],
  ["a server that does not speak HTTP", () => at("other"), 8, /does not speak HTTP: check scheme and port/],
  [
    "https:// where HTTP is spoken",
    () => at("page", "https://127.0.0.1"),
    8,
    /speaks plain HTTP: should the address begin with http:/,
  ],
  ["http:// where HTTPS is spoken", () => at("secure"), 8, /must begin with https:/],
  ["a certificate that is not trusted", () => at("secure", "https://localhost"), 8, /NODE_EXTRA_CA_CERTS/],
  ["a page that is not found", () => at("page"), 4, /^That is not a response of the service: check the address\./],
  ["a page that is found", () => at("page", "http://localhost"), 1, /^Is this the service\?/],
  ["another service", () => at("json"), 4, /^That is not a response of the service/],
  ["a gateway without the service", () => at("gateway"), 1, /^Try again later\. That is not a response of the service/],
  ["a redirect", () => at("redirect"), 1, /The address redirects: use its target instead/],
  [
    "an address that ends with the path of the API",
    () => at("notFound", "http://127.0.0.1", "/v1/my"),
    4,
    /^Every path already begins with \/v1: use the address http:\/\/127\.0\.0\.1:\d+\./,
  ],
  ["a path", () => at("notFound", "http://127.0.0.1", "/other"), 4, /^Check the brand and account/],
]

/** Ways to set an address, and how the hint names each. */
const origins = [
  ["--base-url", (url: string) => ({ words: ["--base-url", url], env: {} }), "came from --base-url."],
  [
    "MAS_BASE_URL",
    (url: string) => ({ words: [], env: { MAS_BASE_URL: url } }),
    "came from MAS_BASE_URL: correct or unset it.",
  ],
  [
    "a profile",
    (url: string) => {
      const folder = join(home.folder, "config")
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const profiles = { work: { base_url: url, api_key: "k" } }
      writeFileSync(join(folder, "config.json"), JSON.stringify({ profiles }), { mode: 0o600 })
      return { words: ["--profile", "work"], env: {} }
    },
    "came from profile work: `mas login --profile work --base-url <url>` changes it.",
  ],
] as const

const impatientFlags = ["--max-retries", "0", "--timeout", "200ms"]

describe.each(faults)("%s", (what, urlOf, code, advice) => {
  it.each(origins)(
    "at an address from %s is reported with the source of the address and the fix",
    async (_, giving, origin) => {
      const url = urlOf()
      const { words, env } = giving(url)
      const flags = what === "silence" ? impatientFlags : impatientFlags.slice(0, 2)
      const { code: ended, err } = await home.run(["contacts", "list", ...flags, ...words], { env })
      const { hint, message } = JSON.parse(err).error
      expect([ended, hint]).toEqual([code, expect.stringMatching(advice)])
      expect(hint).toContain(`The address ${url} ${origin}`)
      expect(`${hint} ${message}`).not.toContain("baseUrl")
      expect(hint).not.toContain("Check the id")
    },
  )

  it("is reported the same way by doctor", async () => {
    const env = { MAS_BASE_URL: urlOf() }
    const { json } = await home.run(["doctor", "--output", "json", ...(what === "silence" ? impatientFlags : [])], {
      env,
    })
    const { result, fix } = json.at(-1)
    expect([result, fix]).toEqual(["problem", expect.stringContaining("came from MAS_BASE_URL")])
    if (code === 8) expect(fix).toMatch(advice)
  })
})

describe("an invalid address", () => {
  it.each([
    [
      "127.0.0.1:4010",
      "is not a service address: it must begin with http:// or https://",
      "Did you mean http://127.0.0.1:4010?",
    ],
    [
      "localhost:4010/",
      "is not a service address: it must begin with http:// or https://",
      "Did you mean http://localhost:4010/?",
    ],
    [
      "api.example.test",
      "is not a service address: it must begin with http:// or https://",
      "Did you mean https://api.example.test?",
    ],
    ["ftp://api.example.test", "is not a service address: it must begin with http:// or https://", ""],
    ["https://", "is not a service address: it must begin with http:// or https://", ""],
    ["https://ada:secret@api.example.test", "cannot hold a user name, password, query or fragment", ""],
    ["https://api.example.test/?a=1", "cannot hold a user name, password, query or fragment", ""],
  ])("is reported with its source, whatever the command: %s", async (url, problem, suggestion) => {
    const hint = `${suggestion} Correct or unset it.`.trim()
    for (const words of [
      "contacts list",
      "contacts create --email ada@example.test",
      "api GET /v1/my/lists",
      "webhooks listen",
      "mock status",
      "mock messages",
    ]) {
      const { code, err } = await home.run(words.split(" "), { env: { MAS_BASE_URL: url } })
      expect([words, code, JSON.parse(err).error]).toEqual([
        words,
        6,
        expect.objectContaining({ code: "validation_error", message: `MAS_BASE_URL ${problem}`, hint }),
      ])
      expect(err).not.toContain("secret")
    }
    const { code, json } = await home.run(["doctor", "--output", "json"], { env: { MAS_BASE_URL: url } })
    expect([code, json.at(-1)]).toEqual([6, expect.objectContaining({ detail: `MAS_BASE_URL ${problem}`, fix: hint })])
  })

  it("is not saved by login, which names its source", { tags: "slow" }, async () => {
    const keep = (words: readonly string[], env: Record<string, string>) =>
      home.run(["login", "--no-check", "--api-key", "k", ...words], { env })
    const ofVariable = await keep([], { MAS_BASE_URL: "localhost:4010" })
    expect([ofVariable.code, JSON.parse(ofVariable.err).error.message]).toEqual([
      6,
      "MAS_BASE_URL is not a service address: it must begin with http:// or https://",
    ])
    const loginRun = await home.run(["login", "--api-key", "k"], { env: { MAS_BASE_URL: "http://127.0.0.1:1" } })
    expect(JSON.parse(loginRun.err).error.hint).toContain("came from MAS_BASE_URL")
  })

  it("is reported as the profile's, or as the flag's", async () => {
    const { words } = origins[2][1]("api.example.test")
    const ofProfile = JSON.parse((await home.run(["contacts", "list", ...words])).err).error
    expect(ofProfile).toMatchObject({
      message: "the address of profile work is not a service address: it must begin with http:// or https://",
      hint: "Did you mean https://api.example.test? `mas login --profile work --base-url <url>` changes it.",
    })
    const ofFlag = await home.run(["contacts", "list", "--base-url", "localhost:4010"])
    expect([ofFlag.code, ofFlag.err]).toEqual([6, expect.stringMatching(/--base-url (must be|is no) /)])
  })
})

describe("a mock server that does not respond", () => {
  it.each<[string, () => string, RegExp]>([
    ["no listener", () => "http://127.0.0.1:1", /Start one with `mas mock`.* came from --base-url\./],
    ["a certificate", () => at("secure", "https://localhost"), /NODE_EXTRA_CA_CERTS.* came from --base-url\./],
    ["plain HTTP", () => at("page", "https://127.0.0.1"), /begin with http:.* came from --base-url\./],
  ])("causes a hint that fits the reason: %s", async (_, urlOf, hint) => {
    const { code, err } = await home.run(["mock", "status", "--base-url", urlOf()])
    expect([code, JSON.parse(err).error.hint]).toEqual([8, expect.stringMatching(hint)])
  })

  it("is distinguished from a server that is not a mock server", async () => {
    const { err } = await home.run(["mock", "status", "--base-url", at("page")])
    expect(JSON.parse(err).error.hint).toMatch(/^That is not a mock server\. The address \S+ came from --base-url\./)
  })
})

describe("a webhook's receiver", () => {
  const secret = `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`
  it.each<[string, () => string, RegExp]>([
    ["no listener", () => "http://127.0.0.1:1", /^Is the program that receives webhooks running\?$/],
    ["a certificate", () => at("secure", "https://localhost"), /NODE_EXTRA_CA_CERTS.*--to/],
    ["plain HTTP", () => at("page", "https://127.0.0.1"), /begin with http:.*--to/],
    ["HTTPS", () => at("secure"), /begin with https:.*--to/],
    ["no such host", () => "https://nothing.invalid/", /host.*--to/],
  ])("that trigger does not reach causes a hint: %s", async (_, urlOf, hint) => {
    const env = { MAS_WEBHOOK_SECRET: secret }
    const { code, err } = await home.run(["webhooks", "trigger", "email.sent", "--to", urlOf()], { env })
    expect([code, JSON.parse(err).error.hint]).toEqual([8, expect.stringMatching(hint)])
  })

  it("with an untrusted certificate leads to its issuer's certificate or to --skip-verify", async () => {
    const words = [
      "--base-url",
      "https://api.example.test",
      "--forward-to",
      at("secure", "https://localhost"),
      "--count",
      "1",
    ]
    const listen = async (...more: string[]) => {
      const running = home.start(["webhooks", "listen", "--secret", "-", ...words, ...more], { stdin: secret })
      const [, url = ""] = await running.stderr.until(/Listening on (\S+)\./)
      const { signWebhook } = await import("../../sdk/webhooks/sign.ts")
      const body = '{"type":"email.sent","data":{}}'
      await fetch(url, { method: "POST", body, headers: signWebhook({ id: "evt_1", body, secret }) })
      return running.ended
    }
    const listenRun = await listen()
    expect(JSON.parse(listenRun.out).forwarded).toMatchObject({ status: null, error: "self-signed certificate" })
    expect(listenRun.err).toMatch(
      /NODE_EXTRA_CA_CERTS to its issuer's certificate \(a PEM file\)\. --skip-verify accepts any certificate/s,
    )
    expect(JSON.parse((await listen("--skip-verify")).out).forwarded.status).toBe(200)
  })
})

describe("the cause of a failed connection", () => {
  const request = { method: "GET", path: "/v1/my/lists", attempts: 1 }

  it.each([
    ["ECONNREFUSED", "check host and port"],
    ["ENOTFOUND", "no host of that name"],
    ["EAI_AGAIN", "DNS"],
    ["EHOSTUNREACH", "host is unreachable"],
    ["ENETUNREACH", "host is unreachable"],
    ["ETIMEDOUT", "Nothing responds"],
    ["UND_ERR_CONNECT_TIMEOUT", "Nothing responds"],
    ["ECONNRESET", "was cut"],
    ["EPIPE", "was cut"],
    ["UND_ERR_SOCKET", "was cut"],
    ["HPE_INVALID_CONSTANT", "does not speak HTTP"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "NODE_EXTRA_CA_CERTS"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "NODE_EXTRA_CA_CERTS"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "NODE_EXTRA_CA_CERTS"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "NODE_EXTRA_CA_CERTS"],
    ["CERT_UNTRUSTED", "NODE_EXTRA_CA_CERTS"],
    ["CERT_HAS_EXPIRED", "has expired"],
    ["CERT_NOT_YET_VALID", "clock"],
    ["CERT_REVOKED", "not accepted"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "another host"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "plain HTTP"],
    ["ERR_SSL_PACKET_LENGTH_TOO_LONG", "plain HTTP"],
    ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "TLS versions"],
    ["ERR_TLS_HANDSHAKE_TIMEOUT", "TLS versions"],
  ])("is known by its code: %s", (code, advice) => {
    expect(causeOf({ code, message: "" }, "https://api.example.test")?.advice).toContain(advice)
  })

  it("is not guessed from any other code", () => {
    expect(causeOf({ message: "failed" }, "")).toBe(undefined)
    expect(causeOf({ code: "ENOSPC", message: "" }, "")).toBe(undefined)
    expect(causeOf({ code: "EPROTO", message: "tlsv1 alert" }, "https://x")?.advice).toContain("TLS versions")
    expect(causeOf({ code: "EPROTO", message: "wrong version number" }, "https://x")?.advice).toContain("plain HTTP")
  })

  it("can be the proxy itself", () => {
    const error = new ConnectionError("the proxy gave no connection: connect ECONNREFUSED", request, {
      code: "ECONNREFUSED",
    })
    const address = { url: "https://api.example.test", from: "MAS_BASE_URL" }
    expect(connectionHint(error, { address })).toMatch(/^The proxy that HTTPS_PROXY names does not work/)
  })

  it("may be a proxy, if a variable names one", () => {
    const elsewhere = "https://api.example.test"
    expect(proxyHint({}, elsewhere)).toBe(undefined)
    expect(proxyHint({ HTTP_PROXY: "http://p" }, elsewhere)).toBe(undefined)
    for (const name of ["HTTPS_PROXY", "https_proxy"])
      expect(proxyHint({ [name]: "http://p" }, elsewhere)).toBe(
        "HTTPS_PROXY is set, but only used with NODE_USE_ENV_PROXY=1.",
      )
    expect(proxyHint({ HTTP_PROXY: "http://p" }, "http://127.0.0.1:1")).toBe(undefined)
  })
})
