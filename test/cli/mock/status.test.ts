import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock status", () => {
  it("shows the seeded world and the server's state", async () => {
    expect((await sandbox.run(["mock", "world"])).json).toEqual(sandbox.service.world.seeded())
    const { json } = await sandbox.run(["mock", "status"])
    expect(json).toMatchObject({ requests: 0, deliveries: 0, outbox: 0, faults: [], clock: { mode: "frozen" } })
  })
})
