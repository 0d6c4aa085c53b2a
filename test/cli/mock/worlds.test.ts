import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let place = homeWithService(options)
afterEach(async () => {
  await place.close()
  place = homeWithService(options)
})

describe("mas mock worlds", () => {
  it("creates, lists and removes worlds, and calls one by its address", async () => {
    const { json: made } = await place.run(["mock", "worlds", "--create", "--clock", "frozen", "--seed", "7"])
    expect(made).toMatchObject({ id: "w1", api_key: "maskey_live_mock_w1" })
    expect((await place.run(["mock", "worlds"])).json).toEqual(place.service.world.worlds.list())
    await place.run(["lists", "create", "--name", "There", "--api-key", made.api_key])
    expect((await place.run(["lists", "list"])).json).toHaveLength(1)
    expect((await place.run(["lists", "list", "--base-url", made.base_url])).json).toHaveLength(2)
    expect((await place.run(["mock", "worlds", "--remove", "w1"])).code).toBe(0)
    expect((await place.run(["lists", "list", "--api-key", made.api_key])).code).toBe(4)
    expect((await place.run(["mock", "worlds", "--seed", "7"])).code).toBe(2)
  })
})
