import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { hostClock } from "../../mock-server/base/host.ts"
import { createMockService, startMockServer } from "../../mock-server/index.ts"
import { readReceivers, urlRefusal } from "../../mock-server/resources/webhooks/address.ts"
import { httpDelivery, type Resolve } from "../../mock-server/resources/webhooks/http.ts"
import { outside } from "../../mock-server/testing/start.ts"
import { freshModule } from "../support/fresh-module.ts"
import { mock } from "../support/mock.ts"
import { runPasted } from "../support/pasted-test.ts"
import { startReceiver } from "../support/receiver.ts"

afterEach(() => vi.restoreAllMocks())

const path = "/v1/my/webhooks"
const endpoint = (url: string) => ({ body: { url, events: ["email.sent"] } })

describe("the allowed webhook receivers", () => {
  it.each([
    ["app:3000", "http://app:3000/hooks"],
    ["app:3000", "http://APP.:3000/"],
    ["app", "http://app/"],
    ["app", "https://app:8443/"],
    ["app:80", "http://app/"],
    ["app:443", "https://app/"],
    ["10.0.0.7", "http://10.0.0.7:9000/"],
    ["[fd00::1]:80", "http://[fd00:0::1]/"],
    ["App.Internal", "https://app.internal/"],
  ])("%s match %s, with or without TLS", (allowed, url) => {
    expect(urlRefusal(url, false)).toBeDefined()
    expect(urlRefusal(url, false, readReceivers(["other", allowed]))).toBeUndefined()
  })

  it.each([
    ["app:3000", "http://app:3001/"],
    ["app:3000", "http://app/"],
    ["app", "http://app.evil.test/"],
    ["app", "http://my.app/"],
    ["app", "http://user@app/"],
    ["10.0.0.7", "http://10.0.0.70/"],
    ["app", "http://127.0.0.1/"],
  ])("%s do not match %s", (allowed, url) => {
    expect(urlRefusal(url, false, readReceivers([allowed]))).toBeDefined()
  })

  it.each([
    "",
    "http://app",
    "app:",
    "app:port",
    "app:70000",
    "app/hooks",
    "a b",
    "user@app",
    "fd00::1",
    "*.internal?",
  ])("cannot be %j", (text) => {
    expect(() => createMockService({ allowWebhooksTo: [text] })).toThrow("host or host:port")
  })

  it("are reached whatever their name resolves to, and no others are", async () => {
    const receiver = await startReceiver()
    const resolve: Resolve = (_host, _options, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }])
    const receivers = readReceivers([`app:${receiver.port}`])
    const { deliver, close } = httpDelivery(hostClock, { resolve, receivers })
    onTestFinished(receiver.close)
    onTestFinished(close)
    const request = { headers: {}, body: "{}", allowLocal: false, timeout: 5_000, noResponse: "" }
    const send = (host: string) => deliver({ ...request, url: `http://${host}:${receiver.port}/` })
    expect(await send("app")).toMatchObject({ status: 200 })
    expect(await send("other")).toMatchObject({ error: "the address is not on the public internet" })
    expect(await send("127.0.0.1")).toMatchObject({ error: "the address is not on the public internet" })
    expect(receiver.received).toHaveLength(1)
  })

  it("get the webhooks of a service that allows them", async () => {
    const receiver = await startReceiver()
    const m = mock({ allowWebhooksTo: [`127.0.0.1:${receiver.port}`], onWarning: () => {} })
    onTestFinished(receiver.close)
    onTestFinished(m.service.close)
    expect((await m.call("POST", path, endpoint(receiver.url))).status).toBe(201)
    expect((await m.call("POST", path, endpoint("http://127.0.0.1:1/"))).status).toBe(422)
    await m.call("POST", "/v1/my/messages", { body: { channel: "email", to: "a@b.test", subject: "x", html: "x" } })
    await m.advance(0)
    expect(receiver.received).toHaveLength(1)
  })
})

describe("a webhook refused for its target", () => {
  it("is the service's 422, and the option that would allow it is logged once", async () => {
    const warnings: string[] = []
    const { call } = mock({ onWarning: (message) => warnings.push(message) })
    for (const url of ["http://127.0.0.1:3000/", "https://localhost/", "http://[::1]:3000/"]) {
      const { status, body } = await call("POST", path, endpoint(url))
      expect([status, JSON.stringify(body).includes("allow")]).toEqual([422, false])
    }
    expect(warnings).toEqual([expect.stringMatching(/--local-webhooks .*allowLocalWebhooks/)])
    for (const url of ["http://app:3000/", "https://10.0.0.1/"]) {
      expect((await call("POST", path, endpoint(url))).status).toBe(422)
    }
    expect(warnings.slice(1)).toEqual([expect.stringMatching(/--allow-webhooks-to .*allowWebhooksTo/)])
  })

  it("is accepted once local webhooks are allowed, in every world", async () => {
    const { call, control: world } = mock({ onWarning: () => {} })
    const other = world.worlds.create()
    expect((await call("POST", path, endpoint("http://127.0.0.1:3000/"))).status).toBe(422)
    expect(world.webhooks.allowLocal()).toEqual({ allow_local_webhooks: true })
    expect((await call("POST", path, endpoint("http://127.0.0.1:3000/"))).status).toBe(201)
    expect((await call("POST", path, endpoint("http://app:3000/"))).status).toBe(422)
    const { test } = world.requests.code(2)
    expect(test).toContain("world.webhooks.allowLocal()")
    expect(test).not.toContain("allowLocalWebhooks")
    expect(await runPasted(test)).toBe(true)
    other.worlds.remove(other.id)
  })

  it("stays refused if other machines can reach the server, unless it was started with the option", async () => {
    const server = await startMockServer({ port: 0, host: "0.0.0.0" })
    try {
      expect(() => server.world.webhooks.allowLocal()).toThrow("start it with --local-webhooks")
    } finally {
      await server.close()
    }
  })

  it("causes no log message if no option would help", async () => {
    const warnings: string[] = []
    const { call } = mock({ onWarning: (message) => warnings.push(message) })
    for (const url of ["http://hooks.example.com/", "https://a:b@hooks.example.com/", "ftp://127.0.0.1/", "none"]) {
      expect((await call("POST", path, endpoint(url))).status).toBe(422)
    }
    expect(warnings).toEqual([])
  })

  it("emits one process warning if there is no log callback", async () => {
    const emitted = vi.spyOn(process, "emitWarning").mockImplementation(() => {})
    // Another test may have emitted the warning.
    const module = "mock-server/service/service.ts"
    const { ServiceCore } = await freshModule<typeof import("../../mock-server/service/service.ts")>(module)
    for (let count = 0; count < 2; count++) {
      const service = new ServiceCore()
      const { fetch, apiKey } = outside(service, () => service.close())
      const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" }
      const body = JSON.stringify(endpoint("http://127.0.0.1:3000/").body)
      expect((await fetch(path, { method: "POST", headers, body })).status).toBe(422)
    }
    expect(emitted.mock.calls).toEqual([[expect.stringContaining("--local-webhooks"), "MasMockWarning"]])
  })
})
