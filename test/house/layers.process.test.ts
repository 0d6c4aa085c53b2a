import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import config, { layers } from "../../scripts/lint/layers.mjs"
import { root, sourceFiles } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

/** A forbidden import, and part of the message that refuses it. */
const forbiddenImports: readonly [from: string, to: string, why: string][] = [
  ["sdk/example.ts", "mock-server/index.ts", "The SDK imports nothing"],
  ["sdk/client/resources/example.ts", "cli/main.ts", "The SDK imports nothing"],
  ["sdk/contract/core/example.ts", "sdk/contract/invites.ts", "never runs up"],
  ["sdk/contract/example.ts", "sdk/client/client.ts", "The contract imports nothing"],
  ["sdk/contract/other.ts", "undici", "The contract imports nothing"],
  ["sdk/webhooks/example.ts", "zod", "imports nothing else"],
  ["sdk/webhooks/other.ts", "sdk/client/client.ts", "imports nothing else"],
  ["sdk/client/request/example.ts", "sdk/client/client.ts", "never runs up"],
  ["mock-server/example.ts", "sdk/client/client.ts", "not the client"],
  ["mock-server/resources/example/example.ts", "sdk/index.ts", "not the client"],
  ["mock-server/resources/other/other.ts", "mock-server/service/request/wire.ts", "never runs up"],
  ["mock-server/resources/other/table.ts", "mock-server/world/world.ts", "never runs up"],
  ["mock-server/world/example.ts", "mock-server/resources/campaigns/audience.ts", "never runs up"],
  ["mock-server/store/example.ts", "mock-server/resources/tables.ts", "never runs up"],
  ["mock-server/base/example.ts", "mock-server/store/collection.ts", "never runs up"],
  ["mock-server/resources/example/machine.ts", "mock-server/base/host.ts", "A state machine is a table"],
  ["mock-server/resources/example/other-machine.ts", "node:fs", "A state machine is a table"],
  ["mock-server/control/example.ts", "cli/main.ts", "nothing of the CLI"],
  ["cli/connection/profile/example.ts", "cli/runners/place.ts", "never runs up"],
  ["cli/terminal/output/example.ts", "cli/line/place.ts", "never runs up"],
  ["cli/line/example.ts", "cli/connection/context.ts", "never runs up"],
  ["cli/terminal/errors/example.ts", "cli/line/command/place.ts", "never runs up"],
  ["cli/commands/example.spec.ts", "cli/main.ts", "are data"],
  ["cli/commands/example.ts", "test/support/files.ts", "Nothing that ships imports tests"],
  ["cli/commands/other.ts", "cli/commands/missing.ts", "names no file"],
]

const folder = temporaryFolder()

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const isFile = (name: string) => name.includes("/")

function importOf(from: string, to: string): string {
  const path = isFile(to) ? relative(dirname(from), to) : to
  return `import type { Thing } from "${path.startsWith(".") || !isFile(to) ? path : `./${path}`}"\n\nexport type Other = Thing\n`
}

interface Violation {
  readonly from: string
  readonly rule: { readonly name: string }
}

let violations: Violation[]

/** Finds the violations in the examples, in one run with the project's rules. Type imports count. */
beforeAll(() => {
  cpSync(join(root, "scripts/lint"), join(folder, "scripts/lint"), { recursive: true })
  cpSync(join(root, "tsconfig.json"), join(folder, "tsconfig.json"))
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  for (const [, to] of forbiddenImports) if (isFile(to) && !to.includes("missing")) write(to, "export type Thing = 1\n")
  for (const [from, to] of forbiddenImports) write(from, importOf(from, to))
  write("cli/terminal/ask/one.ts", importOf("cli/terminal/ask/one.ts", "cli/terminal/ask/two.ts"))
  write("cli/terminal/ask/two.ts", importOf("cli/terminal/ask/two.ts", "cli/terminal/ask/one.ts"))
  const program = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs")
  const args = [program, "--config", "scripts/lint/layers.mjs", "--output-type", "json", "sdk", "mock-server", "cli"]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 })
  if (!stdout.startsWith("{")) throw new Error(stderr)
  violations = JSON.parse(stdout).summary.violations
})

const comments = new Map(config.forbidden.map(({ name, comment }) => [name, comment]))
const commentsOn = (path: string) =>
  violations.filter(({ from }) => from === path).map(({ rule }) => comments.get(rule.name))

describe("the layers", () => {
  it.each(forbiddenImports)("refuse in %s an import of %s", (from, _to, why) => {
    expect(commentsOn(from).join("\n")).toContain(why)
  })

  it("refuse a cycle of two files, even of types only", () => {
    expect(commentsOn("cli/terminal/ask/one.ts").join("\n")).toContain("No circle")
  })

  it.each(Object.entries(layers))("of %s cover every file", (room, levels) => {
    const parts = levels.flat()
    const isIn = (path: string, part: string) =>
      part.endsWith("/")
        ? path.startsWith(part)
        : new RegExp(`^${part.replaceAll(".", "\\.").replaceAll("*", "[^/]+")}$`).test(path)
    const files = sourceFiles()
      .filter((path) => path.startsWith(`${room}/`))
      .map((path) => path.slice(room.length + 1))
    const homes = files.map((path) => ({ path, homes: parts.filter((part) => isIn(path, part)) }))
    expect(homes.filter((home) => home.homes.length === 0)).toEqual([])
  })
})
