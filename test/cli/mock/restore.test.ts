import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let sandbox = homeWithService(options)
afterEach(async () => {
  await sandbox.close()
  sandbox = homeWithService(options)
})

describe("mas mock restore", () => {
  it("refuses an invalid snapshot and a missing file", async () => {
    writeFileSync(join(sandbox.home.folder, "broken.json"), "{")
    expect((await sandbox.run(["mock", "restore", "broken.json"])).code).toBe(6)
    expect((await sandbox.run(["mock", "restore", "missing.json"])).err).toContain("there is no such file")
    expect((await sandbox.run(["mock", "restore", "-"], { stdin: "{}" })).code).toBe(6)
  })
})
