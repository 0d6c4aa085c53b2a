import { describe, expect, it } from "vitest"
import { filesUnder, readProjectFile } from "../support/files.ts"

const files = filesUnder("test").filter((path) => path.includes("/golden/"))

// The rule itself is in CONTRIBUTING.md, under "Golden files".
describe("a golden file", () => {
  it("is text, for a person to read", () => {
    expect(files.filter((path) => !path.endsWith(".txt"))).toEqual([])
    expect(files.length).toBeGreaterThan(50)
  })

  it("of the dashboard tells one of at most twelve stories", () => {
    expect(files.filter((path) => path.startsWith("test/dashboard/")).length).toBeLessThanOrEqual(12)
  })

  it("is written by a test that npm run golden runs", () => {
    const { scripts } = JSON.parse(readProjectFile("package.json"))
    const goldenPaths: string[] = scripts.golden.split(" ").filter((word: string) => word.startsWith("test/"))
    const writing = filesUnder("test").filter(
      (path) =>
        path.endsWith(".test.ts") && /toMatchFileSnapshot\(\s*[`"](\.\.\/)?golden\//.test(readProjectFile(path)),
    )
    expect(writing.filter((path) => !goldenPaths.some((name) => path.startsWith(name)))).toEqual([])
    expect(goldenPaths.filter((name) => !writing.some((path) => path.startsWith(name)))).toEqual([])
  })
})
