import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock sender", () => {
  it("adds a sender address to an account", async () => {
    const { json } = await sandbox.run(["mock", "sender", "help@client.test", "--account-id", "3", "--inbox"])
    expect(json).toMatchObject({ brand_id: 4, verified: true, inbox: true })
    const { json: other } = await sandbox.run([
      "mock",
      "sender",
      "a@b.test",
      "--brand-sid",
      "brand_second",
      "--unverified",
    ])
    expect(other).toMatchObject({ brand_id: 2, verified: false, inbox: false })
    expect((await sandbox.run(["mock", "sender", "a@b.test", "--account-id", "99"])).code).toBe(6)
  })
})
