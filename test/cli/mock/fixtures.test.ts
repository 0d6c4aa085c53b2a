import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock fixtures", () => {
  it("resets the world to fixtures, and exports it as fixtures", async () => {
    const stdin = "accounts:\n  main:\n    name: Anew\n    members: []\n"
    expect(await sandbox.run(["mock", "fixtures", "--from", "-"], { stdin })).toMatchObject({ code: 0, out: "" })
    expect((await sandbox.run(["account", "get"])).json.name).toBe("Anew")
    const { json } = await sandbox.run(["mock", "fixtures"])
    expect(json).toEqual(sandbox.service.world.state.fixtures())
    for (const file of ["world.yaml", "world.json"]) {
      expect(await sandbox.run(["mock", "fixtures", "--to", file])).toMatchObject({ code: 0, out: "" })
      sandbox.service.world.state.setFixtures({})
      expect((await sandbox.run(["mock", "fixtures", "--from", file])).code).toBe(0)
      expect(sandbox.service.world.state.fixtures()).toEqual(json)
    }
    expect(readFileSync(join(sandbox.home.folder, "world.yaml"), "utf8")).toMatch(/^plans:\n {2}free:\n/)
    expect((await sandbox.run(["mock", "fixtures", "--from", "world.json", "--to", "x.json"])).code).toBe(2)
  })
})
