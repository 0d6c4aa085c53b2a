import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock clock", () => {
  it("shows the clock, and changes its mode and time", async () => {
    const { json } = await sandbox.run(["mock", "clock"])
    expect(json).toMatchObject({ mode: "frozen", now: "2026-03-01T12:00:00.000Z" })
    const changed = await sandbox.run(["mock", "clock", "--mode", "frozen", "--now", "2027-01-01T00:00:00Z"])
    expect(changed.json.now).toBe("2027-01-01T00:00:00.000Z")
    expect(sandbox.service.world.clock.get().now).toBe("2027-01-01T00:00:00.000Z")
  })

  it("speeds up the clock, and shows its rate", async () => {
    expect((await sandbox.run(["mock", "clock", "--rate", "60"])).json).toMatchObject({ mode: "scaled", rate: 60 })
    const { json } = await sandbox.run(["mock", "clock", "--now", "2027-01-01T00:00:00Z"])
    expect(json).toMatchObject({ mode: "scaled", rate: 60, now: expect.stringMatching(/^2027-01-01T00:/) })
    expect((await sandbox.run(["mock", "clock", "--mode", "frozen"])).json).not.toHaveProperty("rate")
    expect((await sandbox.run(["mock", "clock", "--rate", "4000"])).code).toBe(6)
  })
})
