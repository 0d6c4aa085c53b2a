import { afterAll, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const sandbox = homeWithService()
afterAll(() => sandbox.close())

describe("mas templates send-test", () => {
  it("sends the template to the given address, and nothing in a dry run", async () => {
    const template = { name: "Tea", subject: "Tea", body: "Tea" }
    const { json } = await sandbox.run(["templates", "create", "--input", JSON.stringify(template)])
    const words = ["templates", "send-test", String(json.id), "--email", "ada@example.test"]
    const dry = await sandbox.run([...words, "--dry-run"])
    expect([dry.code, dry.json.method]).toEqual([0, "POST"])
    expect(sandbox.service.world.messages.list()).toHaveLength(0)
    expect((await sandbox.run(words)).code).toBe(0)
    expect(sandbox.service.world.messages.list()).toMatchObject([{ to: "ada@example.test" }])
  })

  it("ends with 9 when some addresses were refused, and 6 when all were, and says why", async () => {
    const template = { name: "Mint", subject: "Mint", body: "Mint" }
    const { json } = await sandbox.run(["templates", "create", "--input", JSON.stringify(template)])
    const test = (...more: string[]) => sandbox.run(["templates", "send-test", String(json.id), "--email", ...more])
    const err = expect.stringMatching(/^1 refused\. .+: "failed@simulator\.test"\n$/)
    expect(await test("ada@example.test,failed@simulator.test")).toMatchObject({ code: 9, err })
    expect(await test("failed@simulator.test", "--quiet")).toMatchObject({ code: 6, err })
  })
})
