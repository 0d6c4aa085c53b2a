import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { readProjectFile } from "../support/files.ts"
import { type Step, stepsOf } from "../support/guide.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const run = promisify(execFile)
const steps = stepsOf(readProjectFile("docs/guides/other-languages.md"))
const files = steps.flatMap((step) => (step.kind === "file" ? [step] : []))

/** The commands that follow a file in the guide. */
function commandsAfter(file: Step | undefined): string {
  const next = file && steps.slice(steps.indexOf(file)).find((step) => step.kind === "commands")
  return next?.kind === "commands" ? next.commands : ""
}

/** A language's recipe: its files, a command that proves the language is installed, and the line that sends. */
interface Recipe {
  readonly language: string
  readonly ending: RegExp
  readonly there: readonly [string, ...string[]]
  readonly program: RegExp
}

const recipes: readonly Recipe[] = [
  {
    language: "Python",
    ending: /\.py$/,
    there: ["python3", "-c", "import pytest"],
    program: /^ +world\.call\("POST", "\/v1\/my\/messages".*$/m,
  },
  {
    language: "Go",
    ending: /\.go$/,
    there: ["go", "version"],
    program: /^.*"\/v1\/my\/messages".*$/m,
  },
  {
    language: "Ruby",
    ending: /\.rb$/,
    there: ["ruby", "-e", 'require "minitest"'],
    program: /^.*\/v1\/my\/messages".*$/m,
  },
  {
    language: "PHP",
    ending: /\.php$/,
    there: ["php", "--version"],
    program: /^.*\/v1\/my\/messages".*$/m,
  },
]

describe.each(recipes)("the recipe for $language", ({ language, ending, there, program }) => {
  let server: MockServer
  beforeAll(async () => {
    server = await startMockServer({ port: 0 })
  })
  afterAll(() => server.close())

  const filesOfLanguage = files.filter(({ name }) => ending.test(name))

  /** Runs the recipe with changed programs; returns the output of a failure, undefined if it passes. */
  async function runWith(change: (code: string) => string): Promise<string | undefined> {
    const folder = temporaryFolder(onTestFinished)
    for (const { name, code } of filesOfLanguage) writeFileSync(join(folder, name), change(code))
    const commands = commandsAfter(filesOfLanguage.at(-1)).replaceAll("http://127.0.0.1:4010", server.url)
    const env = { ...process.env, MAS_MOCK_URL: server.url, GOFLAGS: "-count=1", PYTHONDONTWRITEBYTECODE: "1" }
    return run("sh", ["-e", "-c", commands], { cwd: folder, env }).then(
      () => undefined,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    )
  }

  it("has at most twenty lines per file", () => {
    expect(filesOfLanguage.length).toBeGreaterThan(0)
    for (const { name, code } of filesOfLanguage)
      expect(code.trimEnd().split("\n").length, name).toBeLessThanOrEqual(21) // with its name
  })

  it("passes, removes its worlds, and fails if nothing is sent", async ({ skip }) => {
    const [name, ...words] = there
    const isThere = await run(name, words).then(
      () => true,
      () => false,
    )
    if (!isThere) return skip(`${language} is not installed here`)
    expect(await runWith((code) => code)).toBeUndefined()
    expect(server.world.worlds.list().map(({ id }) => id)).toEqual(["main"])
    expect(await runWith((code) => code.replace(program, ""))).toBeDefined()
    expect(server.world.worlds.list().map(({ id }) => id)).toEqual(["main"])
  })
})
