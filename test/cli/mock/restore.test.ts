import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

const options = { deliver: () => ({ status: 200, duration: 1 }) }
let place = homeWithService(options)
afterEach(async () => {
  await place.close()
  place = homeWithService(options)
})

describe("mas mock restore", () => {
  it("refuses an invalid snapshot and a missing file", async () => {
    writeFileSync(join(place.home.folder, "broken.json"), "{")
    expect((await place.run(["mock", "restore", "broken.json"])).code).toBe(6)
    expect((await place.run(["mock", "restore", "missing.json"])).err).toContain("there is no such file")
    expect((await place.run(["mock", "restore", "-"], { stdin: "{}" })).code).toBe(6)
  })
})
