import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

interface Diagnostic {
  readonly message: string
  readonly location: { readonly path: string }
}

const value = (expression: string) => `export const x = ${expression}\n`

const noAmbient = "Time and chance come from the world"
const noGlobal = "Do not use the global variable"

/** The file path, the code, and the linter's message. */
const invalidExamples: [path: string, code: string, message: string][] = [
  ["mock-server/example.ts", value("Date.now()"), noAmbient],
  ["mock-server/resources/example/example.ts", value("new Date()"), noAmbient],
  ["mock-server/example.ts", value("Math.random()"), noAmbient],
  ["mock-server/example.ts", value("performance.now()"), noAmbient],
  ["mock-server/example.ts", value("crypto.randomUUID()"), noAmbient],
  ["mock-server/example.ts", value('globalThis.fetch("http://localhost")'), noAmbient],
  ["mock-server/example.ts", 'import { randomUUID } from "node:crypto"\n\nexport const x = randomUUID()\n', "seeded"],
  ["mock-server/example.ts", value('fetch("http://localhost")'), noGlobal],
  ["mock-server/example.ts", value("setTimeout(() => {}, 1)"), noGlobal],
  ["mock-server/example.ts", value("setInterval(() => {}, 1)"), noGlobal],
  ["sdk/example.ts", 'console.log("x")\n', "console"],
  ["mock-server/example.ts", 'console.error("x")\n', "console"],
  ["cli/commands/example.ts", "process.exit(1)\n", "Only cli/entry ends the process"],
  ["sdk/example.ts", "process.exit(1)\n", "Only cli/entry ends the process"],
  ["sdk/example.ts", "export const x = (y: any) => y\n", "any"],
  ["test/example.test.ts", 'import { it } from "vitest"\n\nit.only("x", () => {})\n', "focus"],
  ["test/example.test.ts", 'import { it } from "vitest"\n\nit.skip("x", () => {})\n', "disable"],
]

/** Files in which the code is allowed. */
const accepted: [path: string, code: string][] = [
  ["mock-server/takes-a-moment.ts", value("new Date(0)")],
  ["mock-server/base/host.ts", value("[Date.now(), setTimeout(() => {}, 1)]")],
  ["cli/entry.cts", "process.exit(1)\n"],
]

/** Each example is a separate file, with its index before its name. */
const fileOf = (path: string, index: number) => join(dirname(path), `${index}-${path.split("/").at(-1)}`)

const folder = temporaryFolder()
let diagnostics: Diagnostic[]

/** Lints all examples in one run with the project's settings. */
beforeAll(() => {
  cpSync(join(root, "biome.json"), join(folder, "biome.json"))
  cpSync(join(root, "scripts/lint"), join(folder, "scripts/lint"), { recursive: true })
  const examples = [...invalidExamples.map(([path, code], i) => [fileOf(path, i), code] as const), ...accepted]
  for (const [path, code] of examples) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), code)
  }
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome")
  const options = ["lint", "--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none", "."]
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...options], { cwd: folder, encoding: "utf8" })
  if (!stdout.startsWith("{")) throw new Error(stderr)
  diagnostics = JSON.parse(stdout).diagnostics
})

const messagesOf = (path: string) =>
  diagnostics.filter(({ location }) => location.path === path).map(({ message }) => message)

describe("the linter refuses", () => {
  it.each(invalidExamples.map((example, index) => [...example, index] as const))(
    "in %s: %s",
    (path, _, message, index) => {
      expect(messagesOf(fileOf(path, index)).join("\n")).toContain(message)
    },
  )
})

describe("the linter accepts", () => {
  it.each(accepted)("in %s: %s", (path) => {
    expect(messagesOf(path)).toEqual([])
  })
})
