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

  it("shows no person for a key that belongs to none", async () => {
    sandbox.service.world.faults.add({ path: "/v1/my/user", status: 403, times: 1 })
    const none = await sandbox.run(["whoami"])
    expect([none.code, none.json]).toMatchObject([0, { user: null, credential: "api_key", account: { name: "Acme" } }])
    const { owner } = sandbox.service.world.seeded().users
    const { token } = sandbox.service.world.credentials.mint({ kind: "jwt", user_id: owner.id })
    const person = await sandbox.run(["whoami"], { env: { MAS_API_KEY: token } })
    expect(person.json.user).toEqual({ id: owner.id, email: "owner@acme.test", name: expect.any(String) })
    sandbox.service.world.faults.add({ path: "/v1/my/user", status: 500 })
    expect((await sandbox.run(["whoami", "--max-retries", "0"])).code).toBe(1)
    sandbox.service.world.faults.clear()
  })
})
