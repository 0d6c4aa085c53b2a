import http from "node:http"
import { setupServer } from "msw/node"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createMockService, type MockService, masHandlers } from "../../mock-server/msw.ts"
import { Mas, nodeHttpTransport } from "../../sdk/index.ts"
import { startReceiver } from "../support/receiver.ts"

const network = setupServer()
const authorization = { Authorization: "Bearer maskey_live_mock" }
let service: MockService

beforeEach(() => {
  service = createMockService({ clock: "frozen" })
  network.listen({ onUnhandledRequest: "error" })
})
afterEach(async () => {
  network.resetHandlers()
  network.close()
  await service.close()
})

/** The response to `node:http`; MSW replaces its functions on the module itself. */
const nodeGet = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
    http
      .get(url, { headers }, (response) => {
        const chunks: Buffer[] = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }))
      })
      .on("error", reject)
  })

describe("MSW", () => {
  it("answers at the service's own address by default", async () => {
    network.use(...masHandlers(service))
    expect((await fetch(`${service.url}/v1/my/account`, { headers: authorization })).status).toBe(200)
  })

  it("answers node:http like fetch, including control calls", async () => {
    const baseUrl = "http://api.mas.example"
    network.use(...masHandlers(service, { baseUrl }))
    expect(await nodeGet(`${baseUrl}/v1/my/account`, authorization)).toMatchObject({ status: 200 })
    expect(await nodeGet(`${baseUrl}/_mock/health`)).toEqual({ status: 200, text: '{"status":"ok"}' })
  })

  it("accepts control calls from a page of any origin", async () => {
    const baseUrl = "https://api.mas.example"
    network.use(...masHandlers(service, { baseUrl }))
    const init = { method: "POST", headers: { Origin: "http://localhost:3000" } }
    expect((await fetch(`${baseUrl}/_mock/reset`, init)).status).toBe(204)
  })

  it.each([
    "http://api.mas.example:8080",
    "https://api.mas.example/base/",
    "https://api.mas.example/a+b/(c)/:d",
    "https://api.mas.example/@w1",
  ])("answers only under %s", async (baseUrl) => {
    network.use(...masHandlers(service, { baseUrl }))
    const base = baseUrl.replace(/\/$/, "")
    const response = await fetch(`${base}/v1/my/lists?limit=1`, { headers: authorization })
    expect([response.status, response.headers.get("x-total-count")]).toEqual([200, "1"])
    await expect(fetch(`${base}x/v1/my/lists`, { headers: authorization })).rejects.toThrow()
    expect(service.world.requests.list().map(({ path }) => path)).toEqual(["/v1/my/lists"])
  })

  it("shows a cut connection as a network error", async () => {
    network.use(...masHandlers(service))
    service.world.faults.add({ drop: "before" })
    await expect(fetch(`${service.url}/v1/my/account`, { headers: authorization })).rejects.toThrow(TypeError)
  })

  it.each(["http", "https"])(
    "does not let a client repeat a write without a key after a cut, over %s",
    async (protocol) => {
      const baseUrl = `${protocol}://api.mas.example`
      network.use(...masHandlers(service, { baseUrl }))
      service.world.faults.add({ path: "/v1/my/lists", drop: "after", times: 1 })
      const mas = new Mas({ baseUrl, apiKey: service.apiKey, transport: nodeHttpTransport() })
      await expect(mas.lists.create({ name: "Once" })).rejects.toMatchObject({ neverSent: false })
      const lists = (await mas.lists.list()).items.filter(({ name }) => name === "Once")
      expect(lists).toHaveLength(1)
    },
  )

  it("leaves every other address alone", async () => {
    const receiver = await startReceiver()
    try {
      network.close()
      network.listen({ onUnhandledRequest: "bypass" })
      network.use(...masHandlers(service))
      expect((await fetch(receiver.url)).status).toBe(200)
      expect(service.world.requests.list()).toEqual([])
    } finally {
      await receiver.close()
    }
  })
})
