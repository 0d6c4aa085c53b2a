import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { toolsManifest } from "../../runtimes/tools.ts"
import { end } from "../../support/example.ts"
import { checkExample, strangeVersions, takeExample } from "../../support/example-folder.ts"
import { makeReader, type Reader } from "../../support/reader.ts"

describe("examples/test-runners", () => {
  let reader: Reader
  let folder: string

  beforeAll(async () => {
    reader = makeReader(["undici", "zod", "@types/node"])
    folder = takeExample(reader, "test-runners", join(dirname(await toolsManifest()), "node_modules"))
  })
  afterAll(async () => {
    await reader.stop()
    reader.remove()
  })

  it("compiles, and requires the package versions under test", () => {
    expect(checkExample(folder, ["welcome.js"])).toBe("")
    expect(strangeVersions("test-runners")).toEqual([])
  })

  it.each([
    ["vitest", /Tests +2 passed \(2\)/],
    ["jest", /Tests: +2 passed, 2 total/],
    ["node", /^# pass 1$/m],
    ["playwright", /4 passed/],
  ])("passes under %s", async (runner, expected) => {
    const clean = Object.fromEntries(
      Object.keys(process.env).flatMap((name) => (/^(VITEST|JEST|NODE_TEST)/.test(name) ? [[name, ""]] : [])),
    )
    const env = { ...clean, NO_COLOR: "1", FORCE_COLOR: "0", NODE_OPTIONS: "" }
    const unset = Object.keys(clean).map((name) => `unset ${name}\n`)
    const { code, stdout, stderr } = await end(
      reader.type(`${unset.join("")}npm run test:${runner}`, { cwd: folder, env }),
    )
    expect(stdout + stderr).toMatch(expected)
    expect(code).toBe(0)
  })
})
