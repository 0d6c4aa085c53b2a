import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { homeWithService } from "./run.ts"

const place = homeWithService()
afterAll(() => place.close())

describe("mas api", () => {
  it("prints the answer as it came, for a path with or without its slash", async () => {
    const { json } = await place.run(["api", "GET", "v1/my/account"])
    expect(json).toEqual((await place.run(["account", "get"])).json)
  })

  it("takes the body as JSON, from a file and from stdin", async () => {
    writeFileSync(join(place.home.folder, "list.json"), '{"name": "File"}')
    const send = (data: string, stdin = "") => place.run(["api", "POST", "/v1/my/lists", "--input", data], { stdin })
    expect((await send('{"name": "Text"}')).json.name).toBe("Text")
    expect((await send("@list.json")).json.name).toBe("File")
    expect((await send("-", '{"name": "Stdin"}')).json.name).toBe("Stdin")
    expect((await send("{name}")).code).toBe(6)
  })

  it("sends headers, those with commas whole", async () => {
    const words = ["api", "GET", "/v1/my/lists", "--dry-run", "-H", "X-One: a, b", "--header", "X-Two:c"]
    expect((await place.run(words)).json.headers).toMatchObject({ "X-One": "a, b", "X-Two": "c" })
    expect((await place.run(["api", "GET", "/v1/my/lists", "-H", "broken"])).code).toBe(6)
  })

  it("selects another brand by a header of its own", async () => {
    const { json } = await place.run([
      "api",
      "GET",
      "/v1/my/lists",
      "-H",
      `X-Brand-SID: ${place.service.world.get().brands.second.sid}`,
    ])
    expect(json).toEqual([])
  })

  it("reads every page of a list, and keeps the other parameters", async () => {
    place.service.world.fillContacts({ count: 250, prefix: "many" })
    const { json } = await place.run(["api", "GET", "/v1/my/contacts?limit=100&search=many", "--all"])
    expect(json).toHaveLength(250)
    expect(new Set(json.map(({ id }: { id: number }) => id)).size).toBe(250)
  })

  it("says on stderr that a list goes on", async () => {
    const { json, err } = await place.run(["api", "GET", "/v1/my/contacts?limit=10&search=many"])
    expect([json.length, err]).toEqual([10, "10 of 250: --all for the rest\n"])
    expect((await place.run(["api", "GET", "/v1/my/contacts?search=nobody"])).err).toBe("")
  })

  it("refuses --all for what is no list", async () => {
    expect((await place.run(["api", "GET", "/v1/my/account", "--all"])).code).toBe(2)
    expect((await place.run(["api", "POST", "/v1/my/lists", "--all"])).code).toBe(2)
  })

  it("ends with the exit code of the answer", async () => {
    expect((await place.run(["api", "GET", "/v1/my/imports/999"])).code).toBe(4)
    expect((await place.run(["api", "POST", "/v1/my/lists", "--input", "{}"])).code).toBe(6)
    expect((await place.run(["api", "TRACE", "/v1/my/lists"])).code).toBe(6)
  })

  it("sends an idempotency key, so that a repeated call has one effect", async () => {
    const body = JSON.stringify({ channel: "email", to: "ada@example.test", subject: "Hi", body: "Hello" })
    const send = () => place.run(["api", "POST", "/v1/my/messages", "--input", body, "--idempotency-key", "once"])
    expect((await send()).json.id).toBe((await send()).json.id)
  })

  it("prints nothing where the answer is empty", async () => {
    const answer = await place.run(["api", "POST", "/_mock/reset", "-o", "json"])
    expect([answer.code, answer.json]).toEqual([0, null])
  })
})
