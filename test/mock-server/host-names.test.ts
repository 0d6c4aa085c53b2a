import { request } from "node:http"
import { afterAll, describe, expect, it } from "vitest"
import { createMockService, type MockServerOptions, startMockServer } from "../../mock-server/index.ts"

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

interface RawResponse {
  readonly status: number | undefined
  readonly text: string
}

/** Starts a separate server; returns a function that sends requests with any host name. */
async function startServer(options: MockServerOptions) {
  const server = await startMockServer({ port: 0, clock: "frozen", ...options })
  closing.push(() => server.close())
  const ask = (host: string, path: string) =>
    new Promise<RawResponse>((resolve, reject) => {
      const headers = { host, authorization: `Bearer ${server.apiKey}` }
      request({ port: server.port, host: "127.0.0.1", path, headers }, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (piece: string) => {
          text += piece
        })
        response.on("end", () => resolve({ status: response.statusCode, text }))
      })
        .on("error", reject)
        .end()
    })
  const statuses = async (host: string) =>
    Promise.all(["/v1/my/lists", "/_mock/health"].map(async (path) => (await ask(host, path)).status))
  return { server, ask, statuses }
}

describe("a server that allows an internationalized name", () => {
  it("answers to it as browsers send it", async () => {
    const { statuses } = await startServer({ allowedHosts: ["mün.test", ".bücher.test"] })
    for (const host of ["xn--mn-xka.test:4010", "XN--MN-XKA.test", "a.xn--bcher-kva.test"])
      expect(await statuses(host)).toEqual([200, 200])
    expect(await statuses("xn--mnchen-3ya.test")).toEqual([403, 403])
  })
})

describe("a server that allows a domain", () => {
  it("answers to it and its subdomains", async () => {
    const { statuses } = await startServer({ allowedHosts: [".corp.test"] })
    for (const host of ["corp.test", "a.corp.test:4010", "B.A.CORP.TEST"])
      expect(await statuses(host)).toEqual([200, 200])
    for (const host of ["xcorp.test", "corp.test.evil.test"]) expect(await statuses(host)).toEqual([403, 403])
  })
})

describe("a server on loopback", () => {
  it("answers to loopback names only, for the service and for its control API", async () => {
    const { statuses } = await startServer({})
    for (const host of ["localhost", "LOCALHOST:80", "127.0.0.1:4010", "127.9.8.7", "[::1]:4010"]) {
      expect(await statuses(host), host).toEqual([200, 200])
    }
    for (const host of ["mas:4010", "evil.test", "127.0.0.1.evil.test", "localhost.evil.test", "10.0.0.1", "[::2]"]) {
      expect(await statuses(host), host).toEqual([403, 403])
    }
  })

  it("refuses another name in the error shape, with the flag that allows it, and does nothing", async () => {
    const { ask, server } = await startServer({})
    for (const path of ["/v1/my/lists", "/@main/v1/my/lists", "/openapi.yaml", "/_mock/world"]) {
      const { status, text } = await ask("mas:4010", path)
      expect([path, status]).toEqual([path, 403])
      expect(JSON.parse(text)).toEqual({
        code: 403,
        error: true,
        error_code: "forbidden",
        message: expect.stringMatching(/mas:4010.*--allow-host mas.*allowedHosts/),
      })
    }
    expect(server.world.requests.list()).toEqual([])
  })

  it("does not echo an invalid name", async () => {
    const { ask } = await startServer({})
    const { status, text } = await ask('<b>"x"</b>', "/v1/my/lists")
    expect(status).toBe(403)
    expect(text).not.toContain("<b>")
    expect(text).toContain("--allow-host")
  })

  it("answers to the allowed names, in any case and with any port, and to no similar name", async () => {
    const { statuses } = await startServer({ allowedHosts: ["mas", "Mock.Test:4010"] })
    for (const host of ["mas", "MAS:80", "mock.test"]) expect(await statuses(host), host).toEqual([200, 200])
    for (const host of ["amas", "mas.evil.test", "sub.mock.test"])
      expect(await statuses(host), host).toEqual([403, 403])
  })

  it("answers to every name if all are allowed", async () => {
    const { statuses } = await startServer({ allowedHosts: ["*"] })
    expect(await statuses("evil.test")).toEqual([200, 200])
  })

  it("is recognized however its address is written", async () => {
    const { statuses } = await startServer({ host: "127.1" })
    expect(await statuses("evil.test")).toEqual([403, 403])
    expect(await statuses("127.1")).toEqual([200, 200])
  })
})

describe("a server on another address", () => {
  it("answers to every name for the service, to loopback names and allowed ones for its control API", async () => {
    const { statuses, ask } = await startServer({ host: "0.0.0.0", allowedHosts: ["mas"] })
    expect(await statuses("evil.test")).toEqual([200, 403])
    expect(await statuses("0.0.0.0")).toEqual([200, 403])
    expect(await statuses("mas:4010")).toEqual([200, 200])
    expect(await statuses("localhost")).toEqual([200, 200])
    expect((await ask("evil.test", "/_mock/health")).text).toContain("--allow-host evil.test")
  })
})

describe("a service without a socket", () => {
  it("answers to every name", async () => {
    const service = createMockService({ clock: "frozen", baseUrl: "https://api.mas.example" })
    const headers = { Host: "api.mas.example", Authorization: `Bearer ${service.apiKey}` }
    expect((await service.fetch("/v1/my/lists", { headers })).status).toBe(200)
    expect((await service.fetch("/_mock/health")).status).toBe(200)
    await service.close()
  })
})
