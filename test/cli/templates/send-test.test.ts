import { afterAll, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const place = homeWithService()
afterAll(() => place.close())

describe("mas templates send-test", () => {
  it("sends the template to the given address, and nothing in a dry run", async () => {
    const template = { name: "Tea", subject: "Tea", body: "Tea" }
    const { json } = await place.run(["templates", "create", "--input", JSON.stringify(template)])
    const words = ["templates", "send-test", String(json.id), "--email", "ada@example.test"]
    const dry = await place.run([...words, "--dry-run"])
    expect([dry.code, dry.json.method]).toEqual([0, "POST"])
    expect(place.service.world.messages.list()).toHaveLength(0)
    expect((await place.run(words)).code).toBe(0)
    expect(place.service.world.messages.list()).toMatchObject([{ to: "ada@example.test" }])
  })
})
