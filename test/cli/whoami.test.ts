import { afterAll, describe, expect, it } from "vitest"
import { homeWithService } from "./own/run.ts"

const place = homeWithService()
afterAll(() => place.close())

describe("mas whoami", () => {
  it("shows the service, the credential's kind, and whose it is", async () => {
    const { code, json } = await place.run(["whoami"])
    expect([code, json]).toEqual([0, expect.objectContaining({ base_url: place.service.url })])
    expect(JSON.stringify(json)).not.toContain(place.service.apiKey)
  })

  it("ends with 3 if the credential is refused", async () => {
    expect((await place.run(["whoami", "--api-key", "-"], { stdin: "maskey_live_other" })).code).toBe(3)
  })
})
