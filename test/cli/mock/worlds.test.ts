import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock worlds", () => {
  it("creates, lists and removes worlds, and calls one by its address", async () => {
    const { json: newWorld } = await sandbox.run(["mock", "worlds", "--create", "--clock", "frozen", "--seed", "7"])
    expect(newWorld).toMatchObject({ id: "w1", api_key: "maskey_live_mock_w1" })
    expect((await sandbox.run(["mock", "worlds"])).json).toEqual(sandbox.service.world.worlds.list())
    await sandbox.run(["lists", "create", "--name", "There", "--api-key", newWorld.api_key])
    expect((await sandbox.run(["lists", "list"])).json).toHaveLength(1)
    expect((await sandbox.run(["lists", "list", "--base-url", newWorld.base_url])).json).toHaveLength(2)
    expect((await sandbox.run(["mock", "worlds", "--remove", "w1"])).code).toBe(0)
    expect((await sandbox.run(["lists", "list", "--api-key", newWorld.api_key])).code).toBe(4)
    expect((await sandbox.run(["mock", "worlds", "--seed", "7"])).code).toBe(2)
  })
})
