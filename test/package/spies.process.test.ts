import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { jestProgram } from "../runtimes/tools.ts"
import { compile, typedProject } from "../support/compile.ts"
import { readProjectFile, root } from "../support/files.ts"
import { stepsOf } from "../support/guide.ts"
import { outputOf, vitestRun } from "../support/vitest-run.ts"

const project = typedProject(["sinon", "@types/sinon", "tsx"])
afterAll(() => project.remove())

/** The programs of the page, by file name. */
const programs = Object.fromEntries(
  stepsOf(readProjectFile("docs/without-a-mock-server.md")).flatMap((step) =>
    step.kind === "file" ? [[step.name, step.code] as const] : [],
  ),
)
const typed = Object.fromEntries(Object.entries(programs).filter(([name]) => name.endsWith(".mts")))

/** Runs a runner on the programs; returns its output without colours. */
function run(...runner: readonly string[]): string {
  mkdirSync(project.folder, { recursive: true })
  for (const [name, code] of Object.entries(programs)) writeFileSync(join(project.folder, name), code)
  return outputOf(runner, project.folder)
}

const jest = await jestProgram()

describe("the programs of docs/without-a-mock-server.md", () => {
  it("compile under strict, and a response of another type does not", () => {
    expect(Object.keys(typed)).toHaveLength(5)
    expect(compile(project, "typescript-7", "Bundler", typed)).toBe("")
    const spies = typed["spies.test.mts"] ?? ""
    const wrong = spies.replace(
      "mockImplementation(async ({ to }) => ({ ...message,",
      "mockImplementation(async ({ to }) => ({",
    )
    expect(wrong).not.toBe(spies)
    expect(compile(project, "typescript-7", "Bundler", { ...typed, "spies.test.mts": wrong })).toContain(
      "missing the following properties",
    )
  })

  it("pass in Vitest", () => {
    const names = ["spies", "module", "fetch"].map((name) => `${name}.test.mts`)
    expect(run(...vitestRun, "--root=.", ...names)).toMatch(/Tests +6 passed \(6\)/)
  })

  it("pass with Sinon and node:test", () => {
    const output = run("--import", join(root, "node_modules/tsx/dist/loader.mjs"), "--test", "sinon.test.mts")
    expect(output).toMatch(/pass 2\n/)
    expect(output).toMatch(/fail 0\n/)
  })

  it.skipIf(jest === undefined)("pass in Jest", () => {
    const output = run(jest ?? "", "--rootDir=.", "--config={}", "--testMatch=**/module.test.cjs")
    expect(output).toMatch(/Tests: +2 passed, 2 total/)
  })
})
