import { describe, expect, it, onTestFinished, vi } from "vitest"
import { controls } from "../../mock-server/control/controls.ts"
import { connectMock, createMockRoute, createMockService, type MockRoute } from "../../mock-server/index.ts"
import { contract, listEndpoints } from "../../sdk/contract/index.ts"
import { importForm } from "../support/import-form.ts"

const origin = "https://preview-7.example.test"
const controlToken = "token-of-these-tests"

function mount() {
  const route = createMockRoute({ prefix: "/mas", clock: "frozen", origin, controlToken })
  onTestFinished(() => route.close())
  return route
}

type Headers = Readonly<Record<string, string>>

const send = (route: MockRoute, method: string, path: string, headers: Headers = {}, body?: object) =>
  route(
    new Request(`${origin}/mas${path}`, {
      method,
      headers: { ...(body && { "Content-Type": "application/json" }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  )

/** Headers with which a response would change the app's origin. */
const reaching = ["set-cookie", "service-worker-allowed", "clear-site-data", "refresh", "strict-transport-security"]

/** What a browser would let this response do to the app around the mock. */
function harmOf({ headers }: Response): string[] {
  const sandboxes = (headers.get("content-security-policy") ?? "").match(/(?<=^|[,;]\s*)sandbox[^,;]*/g) ?? []
  const location = headers.get("location")
  return [
    ...reaching.filter((name) => headers.has(name)),
    ...(sandboxes.some((sandbox) => !sandbox.includes("allow-scripts")) ? [] : ["scripts"]),
    ...(headers.get("x-content-type-options") === "nosniff" ? [] : ["content type is guessed"]),
    ...(location === null || new URL(location, `${origin}/mas/`).href.startsWith(`${origin}/mas/`) ? [] : [location]),
  ]
}

const key = { Authorization: "Bearer maskey_live_mock" }
const full = expect.stringContaining("This mounted mock is full")

/** Imports contacts by one request, and returns the import after an hour. */
async function importContacts(route: MockRoute, contacts: readonly string[], options?: object) {
  const body = importForm(["email", ...contacts].join("\n"), options)
  const response = await route(new Request(`${origin}/mas/v1/my/imports`, { method: "POST", headers: key, body }))
  const { id } = await response.json()
  await route.world.advance("1h")
  return await (await send(route, "GET", `/v1/my/imports/${id}`, key)).json()
}

const hostile = {
  path: "/hello",
  status: 200,
  body: "<script>steal(document.cookie)</script>",
  headers: {
    "Set-Cookie": "session=of-the-attacker; Path=/",
    "service-worker-allowed": "/",
    "Clear-Site-Data": '"*"',
    Refresh: "0; url=https://evil.test",
    "Strict-Transport-Security": "max-age=1",
    "Content-Security-Policy": "sandbox allow-scripts allow-same-origin",
    "X-Content-Type-Options": "none",
    "X-Trace": "kept",
    Location: "https://evil.test/",
  },
}

describe("a stranger at a mounted mock", () => {
  it("gets 401 from every control call, page and document, and changes nothing", async () => {
    const route = mount()
    const calls = [...controls].map(({ spec }) => [spec.method, `/_mock${spec.path}`] as const)
    expect(calls.length).toBeGreaterThan(50)
    const pages = [
      "/_mock",
      "/_mock/",
      "/_mock/live",
      "/_mock/messages/1/html",
      "/docs",
      "/docs/",
      "/docs/api",
      "/docs/openapi.json",
    ]
    for (const [method, path] of [...calls, ...pages.map((page) => ["GET", page] as const)]) {
      for (const mountedPath of [path, `/@main${path}`]) {
        const { status } = await send(route, method, mountedPath.replace(/\{\w+\}/g, "1"))
        expect(status, `${method} ${mountedPath}`).toBe(401)
      }
    }
    expect(route.world.faults.list()).toEqual([])
  })

  it.each<[string, Headers]>([
    ["an empty token", { "X-MAS-Mock-Token": "" }],
    ["a part of the token", { "X-MAS-Mock-Token": controlToken.slice(0, -1) }],
    ["the API key", { "X-MAS-Mock-Token": "maskey_live_mock", Authorization: "Bearer maskey_live_mock" }],
    ["the cookie of another mock", { Cookie: "mas_mock_token=token-of-other-tests" }],
  ])("is refused with %s", async (_name, headers) => {
    expect((await send(mount(), "GET", "/_mock/world", headers)).status).toBe(401)
  })

  it("sees a page that says where the link is", async () => {
    const response = await send(mount(), "GET", "/_mock/", { Accept: "text/html" })
    expect([response.status, harmOf(response)]).toEqual([401, []])
    expect(await response.text()).toContain("the link with ?token= that the app printed")
  })

  it("gets no response that acts on the app, from any endpoint, page or fault", async () => {
    const route = mount()
    route.world.faults.add(hostile)
    const pages = [
      "/hello",
      "/nothing",
      "/billing/plans",
      "/billing/checkouts/1",
      "/auth/launch/1",
      "/openapi.json",
      "/blobs/1",
      "/@nowhere/v1/my/messages",
      "/@/_mock/",
    ]
    const calls = [
      ...listEndpoints(contract).map(({ spec }) => [spec.method, spec.path] as const),
      ...pages.flatMap((page) => ["GET", "POST", "OPTIONS"].map((method) => [method, page] as const)),
    ]
    for (const [method, path] of calls) {
      const response = await send(route, method, path.replace(/\{\w+\}/g, "1"), key, method === "GET" ? undefined : {})
      expect(harmOf(response), `${method} ${path}`).toEqual([])
    }
  })

  it("gets a link in place of a redirect away from the mock", async () => {
    const route = mount()
    for (const location of [
      "https://evil.test/",
      "//evil.test",
      "/../admin",
      "../../admin",
      "\\\\evil.test",
      "/%2e%2e/x",
    ]) {
      route.world.faults.add({ path: "/r", status: 302, body: "moved", headers: { Location: location }, times: 1 })
      const response = await send(route, "GET", "/r")
      expect(harmOf(response), location).toEqual([])
      if (location.includes("evil.test/")) expect(await response.text()).toContain('<a rel="noreferrer"')
    }
  })

  it("gets no script for a service worker", async () => {
    const route = mount()
    for (const path of ["/hello", "/_mock/", "/v1/my/messages"]) {
      expect((await send(route, "GET", path, { "Service-Worker": "script" })).status, path).toBe(403)
    }
  })

  it("cannot fill the memory of the app", { tags: "slow" }, async () => {
    const route = mount()
    await route.world.contacts.fill({ count: 60_000 })
    const contact = { email: "ada@example.test" }
    const full = await send(route, "POST", "/v1/my/contacts", key, contact)
    expect([full.status, (await full.json()).message]).toEqual([429, expect.stringContaining("Reset its main world")])
    expect((await send(route, "GET", "/v1/my/contacts", key)).status).toBe(200)
    await route.world.reset()
    expect((await send(route, "POST", "/v1/my/contacts", key, contact)).status).toBe(200)
  })

  it("cannot fill the memory of the app by one import: it ends, and says why", { tags: "slow" }, async () => {
    const route = mount()
    const contacts = Array.from({ length: 60_000 }, (_, index) => `person-${index}@example.test`)
    const imported = await importContacts(route, contacts)
    expect(imported).toMatchObject({ status: "failed", import_errors: [[expect.any(Number), full, ""]] })
    expect(imported.success_rows).toBeGreaterThan(45_000)
    expect(imported.success_rows).toBeLessThan(52_000)
  })

  it("cannot fill the memory of the app by contacts that are on a thousand lists each", { tags: "slow" }, async () => {
    const route = mount()
    const list_ids = Array.from({ length: 1_000 }, (_, index) => index + 2)
    for (const id of list_ids) await send(route, "POST", "/v1/my/lists", key, { name: `List ${id}` })
    const contacts = Array.from({ length: 1_000 }, (_, index) => `person-${index}@example.test`)
    const imported = await importContacts(route, contacts, { list_ids })
    expect(imported).toMatchObject({ status: "failed", import_errors: [[expect.any(Number), full, ""]] })
    expect(imported.success_rows).toBeLessThan(60)
  })

  it("cannot fill the memory of the app by many bodies at once", { tags: "slow" }, async () => {
    const route = mount()
    const large = { name: "x".repeat(5_300_000) }
    const sent = Array.from({ length: 60 }, () => send(route, "POST", "/v1/my/templates", key, large))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 413).length).toBeLessThan(55)
    expect(statuses.filter((status) => status !== 413)).toEqual(expect.arrayContaining([429]))
    expect((await send(route, "GET", "/v1/my/templates", key)).status).toBe(200)
  })
})

describe("the owner of a mounted mock", () => {
  it("opens the printed link once: it sets a cookie for the mock's paths alone", async () => {
    const printed = vi.spyOn(console, "info").mockImplementation(() => {})
    onTestFinished(() => printed.mockRestore())
    const route = createMockRoute({ prefix: "/mas", origin })
    onTestFinished(() => route.close())
    expect(printed.mock.calls).toEqual([[`MAS mock dashboard: ${route.dashboardUrl}`]])
    const { status, headers } = await route(new Request(route.dashboardUrl))
    const cookie = headers.get("set-cookie") ?? ""
    expect([status, headers.get("location")]).toEqual([303, "./"])
    expect(cookie).toMatch(/^mas_mock_token=[\w-]{36}; Path=\/mas; HttpOnly; SameSite=Strict; Secure$/)
    const page = await send(route, "GET", "/_mock/", { Cookie: cookie.split(";")[0] ?? "" })
    expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/^<!doctype html>/)])
  })

  it("connects from another process with the token", async () => {
    const route = mount()
    const fetch = async (input: Request | URL | string, init?: RequestInit) => route(new Request(input, init))
    await expect(connectMock(`${origin}/mas`, { fetch })).rejects.toThrow("needs a token")
    const world = await connectMock(`${origin}/mas`, { fetch, controlToken })
    const other = await world.worlds.create()
    expect((await other.fetch("/v1/my/nothing")).status).toBe(404)
    await world.advance("1h")
  })
})

it("isolates what a fault answers on a mock of its own, too", async () => {
  const service = createMockService()
  onTestFinished(() => service.close())
  service.world.faults.add(hostile)
  const response = await service.fetch("/hello")
  expect(harmOf(response)).toEqual(["https://evil.test/"])
  expect(response.headers.get("x-trace")).toBe("kept")
})
