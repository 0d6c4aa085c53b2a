import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Home, homeWithService } from "./own/run.ts"

const sandbox = homeWithService()
afterAll(() => sandbox.close())

describe("mas api", () => {
  it("prints the response as it came, for a path with or without a leading slash", async () => {
    const { json } = await sandbox.run(["api", "GET", "v1/my/account"])
    expect(json).toEqual((await sandbox.run(["account", "get"])).json)
  })

  it("reads the body as JSON from text, a file or stdin", async () => {
    writeFileSync(join(sandbox.home.folder, "list.json"), '{"name": "File"}')
    const send = (data: string, stdin = "") => sandbox.run(["api", "POST", "/v1/my/lists", "--input", data], { stdin })
    expect((await send('{"name": "Text"}')).json.name).toBe("Text")
    expect((await send("@list.json")).json.name).toBe("File")
    expect((await send("-", '{"name": "Stdin"}')).json.name).toBe("Stdin")
    expect((await send("{name}")).code).toBe(6)
  })

  it("sends headers, and keeps commas in their values", async () => {
    const words = ["api", "GET", "/v1/my/lists", "--dry-run", "-H", "X-One: a, b", "--header", "X-Two:c"]
    expect((await sandbox.run(words)).json.headers).toMatchObject({ "X-One": "a, b", "X-Two": "c" })
    expect((await sandbox.run(["api", "GET", "/v1/my/lists", "-H", "broken"])).code).toBe(6)
  })

  it("selects another brand by its header", async () => {
    const { json } = await sandbox.run([
      "api",
      "GET",
      "/v1/my/lists",
      "-H",
      `X-Brand-SID: ${sandbox.service.world.seeded().brands.second.sid}`,
    ])
    expect(json).toEqual([])
  })

  it("reads every page of a list, and keeps the other parameters", async () => {
    await sandbox.service.world.contacts.fill({ count: 250, prefix: "many" })
    const { json } = await sandbox.run(["api", "GET", "/v1/my/contacts?limit=100&search=many", "--all"])
    expect(json).toHaveLength(250)
    expect(new Set(json.map(({ id }: { id: number }) => id)).size).toBe(250)
  })

  it("says on stderr that a list has more rows", async () => {
    const { json, err } = await sandbox.run(["api", "GET", "/v1/my/contacts?limit=10&search=many"])
    expect([json.length, err]).toEqual([10, "10 of 250: --all for the rest\n"])
    expect((await sandbox.run(["api", "GET", "/v1/my/contacts?search=nobody"])).err).toBe("")
  })

  it("refuses --all for a response that is not a list", async () => {
    expect((await sandbox.run(["api", "GET", "/v1/my/account", "--all"])).code).toBe(2)
    expect((await sandbox.run(["api", "POST", "/v1/my/lists", "--all"])).code).toBe(2)
  })

  it("ends with the exit code of the response", async () => {
    expect((await sandbox.run(["api", "GET", "/v1/my/imports/999"])).code).toBe(4)
    expect((await sandbox.run(["api", "POST", "/v1/my/lists", "--input", "{}"])).code).toBe(6)
    expect((await sandbox.run(["api", "TRACE", "/v1/my/lists"])).code).toBe(6)
    expect((await sandbox.run(["api", "get", "/v1/my/lists"])).code).toBe(0)
    expect((await sandbox.run(["api", "Post", "/v1/my/lists", "--input", "{}", "--dry-run"])).json.method).toBe("POST")
    for (const path of ["C:/Program Files/Git/v1/my/lists", "D:\\msys64\\v1"]) {
      const { code, err } = await sandbox.run(["api", "get", path])
      expect([code, err]).toEqual([6, expect.stringContaining("Omit the first slash")])
    }
  })

  it("sends an idempotency key, so that a repeated call has one effect", async () => {
    const body = JSON.stringify({ channel: "email", to: "ada@example.test", subject: "Hi", body: "Hello" })
    const send = () => sandbox.run(["api", "POST", "/v1/my/messages", "--input", body, "--idempotency-key", "once"])
    expect((await send()).json.id).toBe((await send()).json.id)
  })

  it("prints text and bytes unchanged, and refuses an output format for them", async () => {
    const text = await sandbox.run(["api", "GET", "/openapi.yaml"])
    expect([text.code, text.out.includes("\nopenapi: ")]).toEqual([0, true])
    expect((await sandbox.run(["api", "GET", "/openapi.yaml"], { terminal: true })).out).toContain("openapi: ")
    const path = "/v1/my/conversations/1/messages/1/attachments/1"
    const saved = await sandbox.run(["attachments", "download", "1", "1", "1", "--to", "-"])
    expect((await sandbox.run(["api", "GET", path])).out).toBe(saved.out)
    const rows = await sandbox.run(["api", "GET", "/openapi.yaml", "-o", "json"])
    expect([rows.code, rows.out, rows.err]).toEqual([2, "", expect.stringContaining("--output json cannot show")])
    expect((await sandbox.run(["api", "GET", path.replace(/1$/, "999")])).code).toBe(4)
  })

  it("writes no bytes to a terminal", async () => {
    const type = { "Content-Type": "application/octet-stream" }
    const response = async () => new Response(new Uint8Array([0, 27, 91]), { headers: type })
    const home = new Home({ MAS_BASE_URL: "http://x.test", MAS_API_KEY: "k" }, response)
    expect(await home.run(["api", "GET", "/file"])).toMatchObject({ code: 0, out: "\0\u001b[" })
    expect(await home.run(["api", "GET", "/file"], { terminal: true })).toMatchObject({ code: 2, out: "" })
    home.remove()
  })

  it("needs --yes like the endpoint's own command, and sends nothing without it", async () => {
    const purchase = ["api", "POST", "/v1/my/billing/funding/purchases", "--input", '{"amount_cents":5000}']
    for (const argv of [purchase, ["api", "DELETE", "/v1/my/account/memberships/3/"]]) {
      sandbox.service.world.requests.clear()
      const { code, err } = await sandbox.run(
        [...argv, "--idempotency-key", "a"].slice(0, argv === purchase ? undefined : -2),
      )
      expect([code, JSON.parse(err).error.message]).toEqual([2, expect.stringContaining("this needs --yes")])
      expect(sandbox.service.world.requests.list()).toEqual([])
    }
    expect((await sandbox.run([...purchase, "--idempotency-key", "a", "--dry-run"])).code).toBe(0)
    expect((await sandbox.run([...purchase, "--idempotency-key", "a", "--yes"])).code).toBe(0)
  })

  it("encodes what a path cannot hold, and accepts a full address of the service", async () => {
    const at = async (path: string) => (await sandbox.run(["api", "GET", path, "--dry-run"])).json.url
    const list = `${sandbox.service.url}/v1/my/contacts`
    expect(await at("/v1/my/contacts?search=ä b")).toBe(`${list}?search=%C3%A4%20b`)
    expect(await at(`${list}?limit=5`)).toBe(`${list}?limit=5`)
    expect(await at(sandbox.service.url)).toBe(`${sandbox.service.url}/`)
    const below = { env: { MAS_BASE_URL: "https://a.test/mail/" } }
    const url = async (address: string) => (await sandbox.run(["api", "GET", address, "--dry-run"], below)).json?.url
    expect(await url("https://a.test/mail/v1/my/lists")).toBe("https://a.test/mail/v1/my/lists")
    for (const [address, env] of [
      ["https://a.test/mailing/v1/my/lists", below.env],
      ["https://a.test/v1/my/lists", below.env],
      ["https://a.test.evil.test/mail/v1/my/lists", below.env],
      ["http://[::/v1/my/lists", below.env],
    ] as const) {
      const { code, err } = await sandbox.run(["api", "GET", address], { env })
      expect([code, JSON.parse(err).error.message]).toEqual([
        6,
        "path is not an address of https://a.test/mail/; --base-url names another",
      ])
    }
  })

  it("says that other rows follow, and how many there are in all if that is known", async () => {
    const { err } = await sandbox.run(["api", "GET", "/v1/my/contacts?limit=1"])
    expect(err).toMatch(/of \d+/)
    const headers = { "X-Next-Page": "2" }
    const home = new Home({ MAS_BASE_URL: "http://x.test", MAS_API_KEY: "k" }, async () =>
      Response.json([{ id: 1 }], { headers }),
    )
    const uncounted = await home.run(["api", "GET", "/v1/my/contacts?limit=1"])
    home.remove()
    expect(uncounted.err).not.toMatch(/of \d|NaN|null/)
  })

  it.each(["//x", "/v1/../x", "/v1#x", "http://127.0.0.1:1/v1/my/account"])(
    "refuses the path %s, and names the argument",
    async (path) => {
      const { code, err } = await sandbox.run(["api", "GET", path])
      expect([code, JSON.parse(err).error.message]).toEqual([
        6,
        expect.stringMatching(/^path (must be such as|is not an)/),
      ])
    },
  )

  it("reports a missing credential", async () => {
    const { code, err } = await sandbox.run(["api", "GET", "/v1/my/account"], { env: { MAS_API_KEY: "" } })
    expect([code, JSON.parse(err).error.code]).toEqual([3, "no_credential"])
  })

  it("accepts an empty response", async () => {
    const response = await sandbox.run(["api", "POST", "/_mock/reset", "-o", "json"])
    expect([response.code, response.json]).toEqual([0, null])
  })
})
