import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let place = homeWithService(options)
afterEach(async () => {
  await place.close()
  place = homeWithService(options)
})

describe("mas mock fixtures", () => {
  it("resets the world to fixtures, and exports it as fixtures", async () => {
    const stdin = "accounts:\n  main:\n    name: Anew\n    members: []\n"
    expect(await place.run(["mock", "fixtures", "--from", "-"], { stdin })).toMatchObject({ code: 0, out: "" })
    expect((await place.run(["account", "get"])).json.name).toBe("Anew")
    const { json } = await place.run(["mock", "fixtures"])
    expect(json).toEqual(place.service.world.state.fixtures())
    for (const file of ["world.yaml", "world.json"]) {
      expect(await place.run(["mock", "fixtures", "--to", file])).toMatchObject({ code: 0, out: "" })
      place.service.world.state.setFixtures({})
      expect((await place.run(["mock", "fixtures", "--from", file])).code).toBe(0)
      expect(place.service.world.state.fixtures()).toEqual(json)
    }
    expect(readFileSync(join(place.home.folder, "world.yaml"), "utf8")).toMatch(/^plans:\n {2}free:\n/)
    expect((await place.run(["mock", "fixtures", "--from", "world.json", "--to", "x.json"])).code).toBe(2)
  })
})
