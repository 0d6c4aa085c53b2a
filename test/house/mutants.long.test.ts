import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { ProjectCopy } from "../support/project-copy.ts"

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const source = `export function shout(text: string): string {
  if (text === "") return "nothing"
  return text.toUpperCase()
}
export function whisper(text: string): string {
  return text.toLowerCase()
}
`
const tested = `import { expect, it } from "vitest"
import { shout } from "../../sdk/planted.ts"
it("shouts", () => {
  shout("")
  expect(shout("a")).toBe("A")
})
`
/** Three faults: in what the test looks at, in what it only runs, in what it never runs. */
const judged = `import { lookLate, lookQuickly, withFault } from "./judge.ts"
import { reachOfTests } from "./reach/index.ts"

const fault = (line: number, from: number, to: number, replacement: string) => ({
  fileName: "sdk/planted.ts",
  replacement,
  location: { start: { line, column: from }, end: { line, column: to } },
})
async function tell() {
  const reach = await reachOfTests(["test/sdk/planted.test.ts"])
  for (const mutant of [fault(2, 9, 27, '""'), fault(1, 26, 35, '""'), fault(5, 9, 27, '""')]) {
    const look = async () => (await lookQuickly(mutant, reach)) ?? lookLate(mutant, reach)
    console.log("verdict:", await withFault(mutant, look))
  }
}
void tell()
`

let copy: ProjectCopy
beforeAll(() => {
  copy = new ProjectCopy()
  copy.write("sdk/planted.ts", source)
  copy.write("test/sdk/planted.test.ts", tested)
  copy.write("scripts/mutants/planted.ts", judged)
})
afterAll(() => copy.remove())

it("the sampler of mutants finds a fault that a test finds, and none that it only runs or never reaches", async () => {
  const { code, output } = await copy.node("node_modules/tsx/dist/cli.mjs", "scripts/mutants/planted.ts")
  expect(code, output).toBe(0)
  const verdicts = output.split("\n").filter((line) => line.startsWith("verdict:"))
  expect(verdicts).toEqual(["verdict: test/sdk/planted.test.ts > shouts", "verdict: undefined", "verdict: undefined"])
  expect(copy.read("sdk/planted.ts")).toBe(source)
})
