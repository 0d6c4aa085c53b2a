import { createHash } from "node:crypto"
import { gunzipSync } from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"

describe("the dashboard's page", () => {
  const service = createMockService({ clock: "frozen" })
  afterAll(() => service.close())

  it("may only run its own script and style, connect to its own server and frame its mails", async () => {
    const response = await service.fetch("/_mock/")
    const html = await response.text()
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    const hashOf = (element: string) => {
      const [, text = ""] = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(html) ?? []
      return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
    }
    expect(response.headers.get("content-security-policy")?.split("; ")).toEqual([
      "default-src 'none'",
      `script-src ${hashOf("script")}`,
      `style-src ${hashOf("style")}`,
      "connect-src 'self'",
      "frame-src 'self'",
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    expect(html.replace(/<(script|style)>[\s\S]*?<\/\1>/g, "").match(/<(script|style|link|img|iframe)\b/g)).toEqual([
      "<link",
    ])
  })

  it("is compressed only if the client accepts gzip", async () => {
    const ask = (encoding: string) => service.fetch("/_mock/", { headers: { "Accept-Encoding": encoding } })
    const plain = await (await ask("identity")).text()
    for (const encoding of ["gzip", "br, gzip;q=0.5", "deflate, GZIP"]) {
      const response = await ask(encoding)
      expect([response.headers.get("content-encoding"), response.headers.get("vary")]).toEqual([
        "gzip",
        "Accept-Encoding",
      ])
      expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(plain)
    }
    for (const encoding of ["gzip;q=0", "br, gzip; q=0.0"]) {
      const response = await ask(encoding)
      expect([response.headers.get("content-encoding"), await response.text()]).toEqual([null, plain])
    }
  })

  it("is at most 70 KB compressed", async () => {
    const response = await service.fetch("/_mock/", { headers: { "Accept-Encoding": "gzip" } })
    expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(70_000)
  })

  it("redirects the address without its slash, also below the prefix of a world", async () => {
    const { id } = service.world.worlds.create()
    for (const prefix of ["", `/@${id}`]) {
      const moved = await service.fetch(`${prefix}/_mock`)
      expect(moved.status).toBe(308)
      const there = new URL(moved.headers.get("location") ?? "", `${service.url}${prefix}/_mock`)
      expect(there.pathname).toBe(`${prefix}/_mock/`)
      expect((await service.fetch(there)).headers.get("x-mas-mock")).toContain(`world=${prefix ? id : "main"};`)
    }
  })

  it("allows only GET and HEAD, and only local host names", async () => {
    expect((await service.fetch("/_mock/", { method: "HEAD" })).status).toBe(200)
    const posted = await service.fetch("/_mock/", { method: "POST" })
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"])
    expect((await service.fetch("/_mock/", { headers: { Host: "mas.evil.example" } })).status).toBe(403)
  })
})
