import { execFileSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../support/files.ts"

describe("a unit test", () => {
  it("starts no program", () => {
    expect(() => execFileSync("node", ["--version"])).toThrow(
      "A unit test started node: name the test file *.process.test.ts",
    )
  })
})

it("a test file's name ends with the kind of a Vitest project, or with none", () => {
  const files = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
  const kinds = files.flatMap((file) => /\.(\w+)\.test\.ts$/.exec(file)?.[1] ?? [])
  expect([...new Set(kinds)].sort()).toEqual(["long", "process", "release", "smoke"])
})
