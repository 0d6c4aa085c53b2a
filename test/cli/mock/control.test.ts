import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("commands of mas mock", () => {
  it("sends nothing in a dry run", async () => {
    const { code, json } = await sandbox.run(["mock", "reset", "--dry-run"])
    expect([code, json.method, json.url]).toEqual([0, "POST", `${sandbox.service.url}/_mock/reset`])
  })

  it("never sends the credential to the control API", async () => {
    const { json } = await sandbox.run(["mock", "advance", "1h", "--dry-run"])
    expect(JSON.stringify(json)).not.toContain(sandbox.service.apiKey)
  })

  it("says how to start a server if none responds", async () => {
    const { code, err } = await new (await import("../own/run.ts")).Home().run([
      "mock",
      "clock",
      "--base-url",
      "http://127.0.0.1:1",
    ])
    expect(code).toBe(8)
    expect(err).toContain("mas mock")
  })
})
