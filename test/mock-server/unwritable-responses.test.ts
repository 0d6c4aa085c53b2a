import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { fetchFrom } from "../../mock-server/service/http/fetch.ts"
import { NodeServer } from "../../mock-server/service/http/node.ts"
import type { WireResponse } from "../../mock-server/service/request/wire.ts"
import { ServiceCore } from "../../mock-server/service/service.ts"
import { rawConnection, statusesIn } from "../support/raw-http.ts"

const key = "maskey_live_mock"
const strange = [
  "中",
  "é",
  "\r\nX-Evil: 1",
  "\u0000",
  "\ud800",
  "\u2028",
  "a\tb",
  "",
  " ",
  "\u{1f9fe}",
  '"\\',
  "%",
  "x".repeat(9_000),
]
const wellFormed = (text: string) => text.replace(/\p{Cs}/gu, "\ufffd")
const texts = fc.oneof(fc.constantFrom(...strange), fc.string({ unit: "binary" }), fc.string())

describe("arbitrary text sent to a server", () => {
  let server: MockServer
  beforeAll(async () => {
    server = await startMockServer({ port: 0, clock: "frozen" })
  })
  afterAll(() => server.close())

  /** Sends a request over a socket, and checks that the response is readable. */
  async function ask(path: string, { json, ...init }: RequestInit & { json?: unknown } = {}): Promise<Response> {
    const headers = new Headers({ Authorization: `Bearer ${key}`, ...Object.fromEntries(new Headers(init.headers)) })
    if (json !== undefined) headers.set("Content-Type", "application/json")
    const body = json === undefined ? (init.body ?? null) : JSON.stringify(json)
    const response = await fetch(new URL(path, server.url), { redirect: "manual", ...init, headers, body })
    for (const [name, value] of response.headers) expect(`${name}: ${value}`).toMatch(/^[\t\x20-\x7e]*$/)
    expect(response.headers.has("x-evil")).toBe(false)
    return response
  }

  const post = (path: string, json: unknown) => ask(path, { method: "POST", json })

  /** Signs in through a browser form; returns the redirect target, or the refusing status. */
  async function signIn(resume_url: string): Promise<string | number | null> {
    const launched = await post("/v1/oauth/launch", { provider: "github", auth_intent: "agent", resume_url })
    if (launched.status !== 200) return launched.status
    const { launch_url } = await launched.json()
    const page = await ask(launch_url)
    const html = await page.text()
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ""
    const body = new URLSearchParams({
      launch: field("launch"),
      authenticity_token: field("authenticity_token"),
      email: "member@acme.test",
    })
    const cookie = page.headers.get("set-cookie")?.split(";")[0] ?? ""
    const done = await ask("/auth/github", { method: "POST", body, headers: { Cookie: cookie } })
    expect(done.status).toBe(303)
    return done.headers.get("location")
  }

  it.each([
    ["https://app.test/connect?name=中", "https://app.test/connect?name=%E4%B8%AD"],
    ["https://app.test/ü/connect#é", "https://app.test/%C3%BC/connect#%C3%A9"],
    ["https://bücher.test/connect", "https://xn--bcher-kva.test/connect"],
    ["https://app.test/connect?a=1\r\nX-Evil: 1", "https://app.test/connect?a=1X-Evil:%201"],
    ["https://app.test/connect?a=\ud800", "https://app.test/connect?a=%EF%BF%BD"],
  ])("a sign-in redirects to %j percent-encoded", async (resume_url, location) => {
    expect(await signIn(resume_url)).toBe(location)
  })

  /** Each passes a text to a place that response headers are built from. */
  const senders: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
    "as resume_url": (text) => signIn(`https://app.test/connect?name=${text}`),
    "as a path of resume_url": (text) => signIn(`https://app.test/connect/${text}`),
    "as a file's name and type": async (text) => {
      const attachments = [{ filename: `f${text}`, content_type: text, content_base64: "aGk=" }]
      const mail = { from: "ada@example.test", to: "inbox@acme.test", subject: text, attachments }
      const received = await post("/_mock/inbound", mail)
      const { conversation_id, conversation_message_id, attachments: files } = await received.json()
      const path = `/v1/my/conversations/${conversation_id}/messages/${conversation_message_id}/attachments/${files[0].id}`
      const file = await ask(path)
      expect([file.status, await file.text()]).toEqual([200, "hi"])
    },
    "as a header of a fault": (text) => faulty({ status: 418, headers: { "X-Fault": text } }),
    "as the name of a header of a fault": (text) => faulty({ status: 418, headers: { [text]: "x" } }),
    "as a fault's body and code": (text) => faulty({ status: 503, error_code: text || "x", body: { text } }),
    "as a query": async (text) => {
      expect((await ask(`/v1/my/lists?${encodeURIComponent(wellFormed(text))}=1`)).status).toBeLessThan(500)
    },
    "as a path": async (text) => {
      const path = encodeURIComponent(wellFormed(text))
      for (const each of [`/${path}`, `/v1/my/${path}`, `/docs/${path}`, `/_mock/${path}`, `/oauth/launch/${path}`])
        expect((await ask(each)).status).toBeLessThan(500)
    },
    "as a world's name": async (text) => {
      const name = encodeURIComponent(wellFormed(text))
      expect((await ask(`/@${name}/v1/my/lists`, { headers: { Accept: "text/html" } })).status).toBeLessThan(500)
      expect((await ask("/", { headers: { "X-MAS-World": name.slice(0, 999) } })).status).toBeLessThan(500)
    },
  }

  /** Sets a fault, which may be refused, and sends a request that matches it. */
  async function faulty(fault: object): Promise<void> {
    const set = await post("/_mock/faults", { path: "/v1/my/lists", times: 1, ...fault })
    expect([201, 422]).toContain(set.status)
    const { status } = await ask("/v1/my/lists")
    expect(status).toBe(set.status === 422 ? 200 : "status" in fault ? fault.status : 200)
    await ask("/_mock/faults", { method: "DELETE" })
  }

  it.each(Object.keys(senders))(
    "%s, responses are sent, with readable headers",
    { tags: "slow" },
    async (senderName) => {
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          await senders[senderName]?.(text)
          expect((await ask("/_mock/health")).status).toBe(200)
        }),
        { numRuns: 60, examples: strange.map((text) => [text]) },
      )
    },
  )

  it.each(["content-length", "Transfer-Encoding", "connection", "Trailer"])(
    "a fault with the header %s is refused, also in a snapshot",
    async (name) => {
      expect((await post("/_mock/faults", { status: 500, headers: { [name]: "1" } })).status).toBe(422)
    },
  )

  it.each([{ "a b": "1" }, { "X-Fault": "中" }, { "X-Fault": "1\r\nX-Evil: 1" }, { Trailer: "X-Later" }])(
    "a snapshot whose fault would set %j is refused",
    async (headers) => {
      await post("/_mock/faults", { path: "/v1/none", status: 500, headers: { "X-Fault": "1" } })
      const text = await (await ask("/_mock/snapshot")).text()
      const changed = text.replace('{"X-Fault":"1"}', JSON.stringify(headers))
      expect(changed).not.toBe(text)
      const body = { method: "PUT", body: changed, headers: { "Content-Type": "application/json" } }
      expect((await ask("/_mock/snapshot", body)).status).toBe(422)
      expect((await ask("/_mock/faults", { method: "DELETE" })).status).toBe(204)
    },
  )

  it("a snapshot may have any text as a sign-in's redirect target", async () => {
    const launched = await post("/v1/oauth/launch", { provider: "github", resume_url: "https://app.test/connect/here" })
    const { launch_url } = await launched.json()
    const text = (await (await ask("/_mock/snapshot")).text()).replace("https://app.test/connect/here", "中 no address")
    const request = { method: "PUT", body: text, headers: { "Content-Type": "application/json" } }
    expect((await ask("/_mock/snapshot", request)).status).toBe(204)
    expect((await ask(launch_url)).status).toBe(200)
  })
})

describe("a response that cannot be written", () => {
  const plain: WireResponse = { status: 200, headers: {}, body: "ok" }
  const thrown = () => {
    throw new Error("planted")
  }
  const planted: Readonly<Record<string, WireResponse>> = {
    "an invalid header name": { ...plain, headers: { "a b": "1" } },
    "an empty name": { ...plain, headers: { "": "1" } },
    "no status": { ...plain, status: 42 },
    "a status without a body, and an invalid name": { status: 304, headers: { "a b": "1" }, body: null },
    "a header that throws": {
      ...plain,
      headers: {
        get Broken() {
          return thrown()
        },
      },
    },
  }
  const overSocket = {
    ...planted,
    "a trailer without pieces": { ...plain, headers: { Trailer: "X-Later" } },
  }
  /** These may fail after a part was sent: a second response would be read as its continuation. */
  const halfOut: Readonly<Record<string, WireResponse>> = {
    "an invalid body": { ...plain, body: {} as unknown as string, length: 2 },
    "an endless body that fails": { ...plain, feed: { next: async () => thrown(), end: () => {} } },
  }

  /** A server whose service responds `/planted` with `plant`, and other requests as usual. */
  async function serverWith(plant: WireResponse | undefined) {
    const service = new ServiceCore({ clock: "frozen" })
    const realRespond = service.respond.bind(service)
    service.respond = async (request) => (request.url === "/planted" && plant ? plant : realRespond(request))
    const server = new NodeServer(service)
    const { port } = await server.listen(0, "127.0.0.1")
    onTestFinished(async () => {
      await server.close()
      await service.close()
    })
    const health = async () => (await fetch(`http://127.0.0.1:${port}/_mock/health`)).status
    return { service, port, health }
  }

  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`

  it.each(Object.entries(overSocket))("because of %s is a 500 only for its request", async (_what, plant) => {
    const { port, health } = await serverWith(plant)
    const connection = await rawConnection(port)
    connection.write(get("/_mock/health") + get("/planted"))
    const text = await connection.closed()
    expect(statusesIn(text)).toEqual([200, 500])
    expect(text).toContain('"error_code":"internal_error"')
    expect(await health()).toBe(200)
  })

  it.each(Object.entries(halfOut))("because of %s ends only its connection", async (_what, plant) => {
    const { port, health } = await serverWith(plant)
    const connection = await rawConnection(port)
    connection.write(get("/planted"))
    expect(statusesIn(await connection.closed())).not.toContain(500)
    expect(await health()).toBe(200)
  })

  it.each(Object.entries(planted))("because of %s is a 500 in process too", async (_what, plant) => {
    const { service } = await serverWith(plant)
    expect((await fetchFrom(service, { baseUrl: "http://mock.test" }, "/planted")).status).toBe(500)
  })

  it.each([
    ["throws", thrown],
    ["rejects", async () => thrown()],
  ])("is not caused by a request listener that %s: a warning tells of it", async (_what, onRequest) => {
    const warnings: string[] = []
    const server = await startMockServer({ port: 0, onRequest, onWarning: (text) => warnings.push(text) })
    onTestFinished(() => server.close())
    const statuses = [
      (await fetch(`${server.url}/billing/plans`)).status,
      (await server.world.fetch("/billing/plans")).status,
    ]
    expect(statuses).toEqual([200, 200])
    expect(warnings).toEqual([expect.stringMatching(/^onRequest failed: /)])
  })

  it("is not caused by what is no request listener: the start refuses it", async () => {
    await expect(startMockServer({ port: 0, onRequest: "x" as never })).rejects.toThrow("onRequest must be a function")
  })
})
