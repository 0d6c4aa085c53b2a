import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../support/files.ts"
import { leftOut } from "./durable.ts"
import { plantedNames } from "./planted.ts"

const text = readFileSync(join(root, "test/simulation/README.md"), "utf8")

/** The text between the two marks with this name. */
const part = (name: string): string => text.split(`<!-- ${name} -->\n`)[1]?.split(`<!-- /${name} -->`)[0] ?? ""

it("the page on the simulation lists the exceptions from the comparison, with reasons", () => {
  const rows = leftOut.map(({ what, why }) => `| ${what} | ${why} |\n`)
  expect(part("left out")).toBe(`| what | why |\n|---|---|\n${rows.join("")}`)
})

it("the page on the simulation lists every planted defect", () => {
  expect(part("planted")).toBe(plantedNames.map((name) => `- ${name}\n`).join(""))
})
