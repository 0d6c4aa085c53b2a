import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { faults } from "../fuzz/planted.ts"
import { planted as ofSimulation } from "../simulation/planted.ts"
import { root } from "../support/files.ts"

// The tests that plant faults are slow: this test finds rewritten lines quickly.
it("every planted fault has exactly one place in the sources", () => {
  const all = [...faults.map(([, fault]) => fault), ...Object.values(ofSimulation)]
  const lost = all.filter(({ file, right }) => readFileSync(join(root, file), "utf8").split(right).length !== 2)
  expect(lost.map(({ file, right }) => `${file}: ${right}`)).toEqual([])
  expect(all.length).toBeGreaterThan(15)
})
