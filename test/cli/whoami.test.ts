import { afterAll, describe, expect, it } from "vitest"
import { homeWithService } from "./own/run.ts"

const sandbox = homeWithService()
afterAll(() => sandbox.close())

describe("mas whoami", () => {
  it("shows the service, the credential's kind, and whose it is", async () => {
    const { code, json } = await sandbox.run(["whoami"])
    expect([code, json]).toEqual([0, expect.objectContaining({ base_url: sandbox.service.url })])
    expect(JSON.stringify(json)).not.toContain(sandbox.service.apiKey)
  })

  it("ends with 3 if the credential is refused", async () => {
    expect((await sandbox.run(["whoami", "--api-key", "-"], { stdin: "maskey_live_other" })).code).toBe(3)
  })
})
