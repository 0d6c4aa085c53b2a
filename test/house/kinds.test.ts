import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
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

const files = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })

it("a unit test never makes its worker load all modules again: freshModule loads one", () => {
  const unit = files.filter((file) => /^[^.]+\.test\.ts$/.test(file))
  expect(unit.length).toBeGreaterThan(400)
  const call = ["vi", "resetModules"].join(".")
  expect(unit.filter((file) => readFileSync(join(root, "test", file), "utf8").includes(call))).toEqual([])
})

it("a test file's name ends with the kind of a Vitest project, or with none", () => {
  const kinds = files.flatMap((file) => /\.(\w+)\.test\.ts$/.exec(file)?.[1] ?? [])
  expect([...new Set(kinds)].sort()).toEqual(["long", "process", "release", "smoke"])
})
