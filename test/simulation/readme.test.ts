import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../support/files.ts"
import { leftOut } from "./durable.ts"
import { plantedNames } from "./planted.ts"

const text = readFileSync(join(root, "test/simulation/README.md"), "utf8")

/** What stands between the two marks of this name. */
const part = (name: string): string => text.split(`<!-- ${name} -->\n`)[1]?.split(`<!-- /${name} -->`)[0] ?? ""

it("the page on the simulation names what is left out of the comparison, and why", () => {
  const rows = leftOut.map(({ what, why }) => `| ${what} | ${why} |\n`)
  expect(part("left out")).toBe(`| what | why |\n|---|---|\n${rows.join("")}`)
})

it("the page on the simulation names every fault that is planted", () => {
  expect(part("planted")).toBe(plantedNames.map((name) => `- ${name}\n`).join(""))
})
