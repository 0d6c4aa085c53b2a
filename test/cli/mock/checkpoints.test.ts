import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let place = homeWithService(options)
afterEach(async () => {
  await place.close()
  place = homeWithService(options)
})

describe("mas mock checkpoints", () => {
  it("saves checkpoints, rewinds to them and removes them", async () => {
    const { json: saved } = await place.run(["mock", "checkpoints", "--save", "at first/today"])
    expect(saved).toEqual({ name: "at first/today", now: "2026-03-01T12:00:00.000Z" })
    await place.run(["mock", "advance", "3d"])
    expect((await place.run(["mock", "checkpoints"])).json).toEqual([saved])
    expect((await place.run(["mock", "rewind", "at first/today"])).json).toMatchObject({ now: saved.now })
    expect((await place.run(["mock", "checkpoints", "--remove", "at first/today"])).code).toBe(0)
    expect((await place.run(["mock", "rewind", "at first/today"])).code).toBe(4)
  })
})
