import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock checkpoints", () => {
  it("saves checkpoints, rewinds to them and removes them", async () => {
    const { json: saved } = await sandbox.run(["mock", "checkpoints", "--save", "at first/today"])
    expect(saved).toEqual({ name: "at first/today", now: "2026-03-01T12:00:00.000Z" })
    await sandbox.run(["mock", "advance", "3d"])
    expect((await sandbox.run(["mock", "checkpoints"])).json).toEqual([saved])
    expect((await sandbox.run(["mock", "rewind", "at first/today"])).json).toMatchObject({ now: saved.now })
    expect((await sandbox.run(["mock", "checkpoints", "--remove", "at first/today"])).code).toBe(0)
    expect((await sandbox.run(["mock", "rewind", "at first/today"])).code).toBe(4)
  })
})
