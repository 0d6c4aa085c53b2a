import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { readProjectFile } from "../support/files.ts"

let server: MockServer
beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
})
afterAll(() => server.close())

/** The status of a request with headers that `fetch` would not send. */
const statusOf = (method: string, path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${server.url}${path}`, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on("error", reject)
      .end()
  })

describe("the control API", () => {
  it.each(["127.0.0.1", "127.0.0.1:4010", "127.1.2.3:80", "localhost", "LOCALHOST:4010", "[::1]", "[::1]:4010"])(
    "answers for the host name %s",
    async (host) => {
      expect(await statusOf("GET", "/_mock/health", { host })).toBe(200)
    },
  )

  it.each([
    "evil.test",
    "evil.test:4010",
    "127.0.0.1.evil.test",
    "localhost.evil.test",
    "evil.test#localhost",
    "128.0.0.1",
    "0.0.0.0",
    "[::2]",
    "192.168.0.10:4010",
  ])("is 403 for the host name %j, for reads too, in every world", async (host) => {
    expect(await statusOf("GET", "/_mock/world", { host })).toBe(403)
    expect(await statusOf("GET", "/@main/_mock/world", { host })).toBe(403)
    expect(await statusOf("POST", "/_mock/reset", { host })).toBe(403)
  })

  it("is 403 for a page of another site, for reads too", async () => {
    const host = `127.0.0.1:${server.port}`
    for (const path of ["/_mock/requests?path=*a*b", "/_mock/snapshot", "/_mock/", "/@main/_mock/world"]) {
      expect(await statusOf("GET", path, { host, "sec-fetch-site": "cross-site" }), path).toBe(403)
      expect(await statusOf("HEAD", path, { host, "sec-fetch-site": "cross-site" }), path).toBe(403)
    }
    for (const site of ["same-origin", "same-site", "none"]) {
      expect(await statusOf("GET", "/_mock/world", { host, "sec-fetch-site": site }), site).toBe(200)
    }
  })

  it.each(["https://evil.test", "http://localhost:3000", "null", "http://127.0.0.1:4010.evil.test", ""])(
    "refuses changes from a page of %j",
    async (origin) => {
      const host = `127.0.0.1:${server.port}`
      for (const [method, path] of [
        ["POST", "/_mock/reset"],
        ["PUT", "/_mock/clock"],
        ["DELETE", "/_mock/faults"],
      ] as const) {
        expect(await statusOf(method, path, { host, origin }), method).toBe(403)
      }
    },
  )

  it("accepts changes from its own pages, and from programs", async () => {
    const host = `127.0.0.1:${server.port}`
    expect(await statusOf("DELETE", "/_mock/faults", { host, origin: `http://${host}` })).toBe(204)
    expect(await statusOf("DELETE", "/_mock/faults", { host })).toBe(204)
  })

  it("lists the allowed methods of a path", async () => {
    const response = await fetch(`${server.url}/_mock/clock`, { method: "DELETE" })
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, PUT, OPTIONS"])
    const options = await fetch(`${server.url}/_mock/clock`, { method: "OPTIONS" })
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, PUT, OPTIONS"])
    expect((await fetch(`${server.url}/_mock/nothing`)).status).toBe(404)
    expect((await fetch(`${server.url}/_mockery`)).status).toBe(404)
  })

  it("reports the part of a path that cannot be decoded", async () => {
    const response = await fetch(`${server.url}/_mock/messages/%zz/events`, { method: "POST" })
    expect([response.status, (await response.json()).message]).toEqual([400, "The path has a broken escape: %zz"])
  })

  it("reads JSON whatever the content type, and responds with 400 to broken JSON", async () => {
    const advance = (body: string) => fetch(`${server.url}/_mock/clock/advance`, { method: "POST", body })
    expect((await advance('{"by":"1s"}')).status).toBe(200)
    const response = await advance('{"by":')
    expect([response.status, (await response.json()).error_code]).toEqual([400, "bad_request"])
  })

  it("answers HEAD like GET without a body", async () => {
    const response = await fetch(`${server.url}/_mock/health`, { method: "HEAD" })
    expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([200, "15", ""])
  })
})

describe("GET /openapi.yaml", () => {
  it("is the document of the package, as YAML, in every world", async () => {
    for (const path of ["/openapi.yaml", "/openapi.yaml?v=1", "/@main/openapi.yaml"]) {
      const response = await fetch(`${server.url}${path}`)
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/yaml; charset=utf-8"])
      expect(await response.text()).toBe(readProjectFile("docs/openapi.yaml"))
    }
    expect((await fetch(`${server.url}/openapi.yaml`, { method: "POST" })).status).toBe(405)
  })
})
