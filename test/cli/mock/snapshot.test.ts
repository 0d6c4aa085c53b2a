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

describe("mas mock snapshot", () => {
  it("writes a snapshot to a file and restores it", async () => {
    await sandbox.run(["lists", "create", "--name", "Kept"])
    const { code, out } = await sandbox.run(["mock", "snapshot", "--to", "state.json"])
    expect([code, out]).toEqual([0, ""])
    await sandbox.run(["mock", "reset"])
    expect((await sandbox.run(["mock", "restore", "state.json"])).code).toBe(0)
    expect((await sandbox.run(["lists", "list"])).json).toMatchObject([{}, { name: "Kept" }])
  })

  it("prints a snapshot on stdout and restores one from stdin", async () => {
    const { out } = await sandbox.run(["mock", "snapshot"])
    expect((await sandbox.run(["mock", "restore", "-"], { stdin: out })).code).toBe(0)
    expect((await sandbox.run(["mock", "snapshot"])).out).toBe(out)
  })

  it("writes the whole snapshot to its file", async () => {
    await sandbox.run(["mock", "snapshot", "--to", "state.json"])
    const text = readFileSync(join(sandbox.home.folder, "state.json"), "utf8")
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(sandbox.service.world.state.snapshot())))
  })
})
