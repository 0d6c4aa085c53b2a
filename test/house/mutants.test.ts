import { Session } from "node:inspector/promises"
import { runInThisContext } from "node:vm"
import { transform } from "esbuild"
import { describe, expect, it } from "vitest"
import { judgesOf } from "../../scripts/mutants/judge.ts"
import type { Reach, TestReach } from "../../scripts/mutants/reach/index.ts"
import { placesOf, reachedPlaces } from "../../scripts/mutants/reach/lines.ts"

const source = `interface Named { readonly name: string }
const table: Named[] = [
  { name: "first" },
]
function called({ name }: Named): string {
  if (name === "other") {
    return "not here"
  }
  return name
}
function never(): string {
  return "never"
}
table.map(called)
`

/** Lines of which something ran, from 1, when a program runs as it is tested: other text, with a map. */
async function linesThatRun(program: string): Promise<number[]> {
  const { code } = await transform(program, { loader: "ts", sourcemap: "inline", sourcefile: "program.ts" })
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.startPreciseCoverage", { callCount: false, detailed: true })
  runInThisContext(`(() => {${code}})()`, { filename: "reached.js" })
  const { result } = await session.post("Profiler.takePreciseCoverage")
  session.disconnect()
  const script = result.find(({ url }) => url === "reached.js")
  if (script === undefined) throw new Error("The program did not run")
  const places = placesOf(`(() => {${code}`, "(() => {".length)
  return [...new Set(reachedPlaces(script, places).map(({ line }) => line + 1))].sort((a, b) => a - b)
}

describe("the lines that a test runs", () => {
  it("are those of the source, without functions and branches that are never entered", async () => {
    const lines = await linesThatRun(source)
    expect(lines).toEqual(expect.arrayContaining([2, 3, 6, 9, 14]))
    for (const line of [7, 12]) expect(lines).not.toContain(line)
  })

  it("are none where nothing says what a script was made of", () => {
    expect(placesOf("const a = 1")).toEqual([])
  })
})

describe("a fault", () => {
  const test = (reached: Partial<TestReach>): TestReach => ({
    ...{ ms: 100, lines: {}, built: {}, package: false, text: "" },
    ...reached,
  })
  const reach: Reach = {
    of: "",
    code: { "cli/output/fit.ts": [0, 4, 8], "sdk/client.ts": [0] },
    tests: {
      "test/cli/slow.test.ts": test({ ms: 900, lines: { "cli/output/fit.ts": [0, 4] } }),
      "test/cli/quick.test.ts": test({ lines: { "cli/output/fit.ts": [0, 4] } }),
      "test/cli/fit.test.ts": test({ ms: 500, lines: { "cli/output/fit.ts": [0, 4] } }),
      "test/cli/loads.test.ts": test({ lines: { "cli/output/fit.ts": [0] } }),
      "test/cli/built.test.ts": test({ built: { "cli/output/fit.ts": [4] } }),
      "test/package/entries.process.test.ts": test({ package: true }),
      "test/house/sources.test.ts": test({}),
      "test/dashboard/messages.test.ts": test({}),
    },
  }
  const at = (fileName: string, line: number) => {
    const place = { line, column: 0 }
    return judgesOf({ fileName, replacement: "", location: { start: place, end: place } }, reach)
  }

  it("is looked for by the tests that run its line, the one named alike first, then those that build it", () => {
    const { quick, late } = at("cli/output/fit.ts", 5)
    expect(quick[0]).toBe("test/cli/fit.test.ts")
    expect(quick.toSorted()).toEqual(["test/cli/fit.test.ts", "test/cli/quick.test.ts", "test/cli/slow.test.ts"])
    expect(late).toEqual(["test/cli/built.test.ts", "test/house/sources.test.ts"])
  })

  it("that no test runs is left to those that read the sources", () => {
    expect(at("cli/output/fit.ts", 8)).toEqual({ quick: [], late: ["test/house/sources.test.ts"] })
  })

  it("in the window is looked for in a browser; in the client by what runs the package", () => {
    expect(at("mock-server/dashboard/app/list.tsx", 3).quick).toEqual(["test/dashboard/messages.test.ts"])
    expect(at("sdk/client.ts", 0).late).toContain("test/package/entries.process.test.ts")
  })
})
