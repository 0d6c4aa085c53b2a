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

describe("mas mock snapshot", () => {
  it("writes a snapshot to a file and restores it", async () => {
    await place.run(["lists", "create", "--name", "Kept"])
    const { code, out } = await place.run(["mock", "snapshot", "--to", "state.json"])
    expect([code, out]).toEqual([0, ""])
    await place.run(["mock", "reset"])
    expect((await place.run(["mock", "restore", "state.json"])).code).toBe(0)
    expect((await place.run(["lists", "list"])).json).toMatchObject([{}, { name: "Kept" }])
  })

  it("prints a snapshot on stdout and restores one from stdin", async () => {
    const { out } = await place.run(["mock", "snapshot"])
    expect((await place.run(["mock", "restore", "-"], { stdin: out })).code).toBe(0)
    expect((await place.run(["mock", "snapshot"])).out).toBe(out)
  })

  it("writes the whole snapshot to its file", async () => {
    await place.run(["mock", "snapshot", "--to", "state.json"])
    const text = readFileSync(join(place.home.folder, "state.json"), "utf8")
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(place.service.world.state.snapshot())))
  })
})
