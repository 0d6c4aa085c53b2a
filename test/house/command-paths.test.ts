import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { CommandSpec } from "../../cli/line/command/spec.ts"
import { runners } from "../../cli/start/runners.ts"
import { commandGroups } from "../../scripts/generate/cli/commands.ts"
import { toolGroups } from "../../scripts/generate/cli/tool-groups.ts"
import { filesUnder, readProjectFile, root } from "../support/files.ts"

const commands = commandGroups().flatMap((group) => group.commands)
const withRunner = commands.filter(({ name }) => Object.hasOwn(runners, name))

/** The file of a command, at the path of the words that are typed. */
const fileOf = (words: CommandSpec["words"]) => `cli/commands/${words.join("/")}.ts`

const testFiles = filesUnder("test/cli").filter((path) => path.endsWith(".test.ts"))
const isNamedAfter = (path: string, words: string) => new RegExp(`/${words}[.-]`).test(path)

/** The tests at the path of a command's words, or at that of its group if they name the command: `outbox.test.ts`. */
function testsOf(words: CommandSpec["words"]): readonly string[] {
  const [group, verb] = words
  const isNamed = (path: string) => new RegExp(`["' ]${verb}["' ]`).test(readProjectFile(path))
  return testFiles.filter(
    (path) => isNamedAfter(path, words.join("/")) || (verb !== undefined && isNamedAfter(path, group) && isNamed(path)),
  )
}

describe("a command", () => {
  it.each(withRunner.map(({ name, words }) => [words.join(" "), name, fileOf(words)]))(
    "mas %s has its code at the path of its words",
    async (_, name, file) => {
      expect(readProjectFile("cli/start/runners.ts")).toContain(`() => import("../${file.slice("cli/".length)}")`)
      expect(await runners[name]?.()).toMatchObject({ run: expect.any(Function) })
    },
  )

  it.each(withRunner.map(({ words }) => [words]))("mas %j has a test that is named after it", (words) => {
    expect(testsOf(words)).not.toEqual([])
  })

  it("without a test is seen", () => {
    expect([testsOf(["webhooks", "telepathy"]), testsOf(["telepathy"])]).toEqual([[], []])
  })

  it("without a file is an endpoint, or calls of the mock server's control API", () => {
    const others = commands.filter(({ name }) => !Object.hasOwn(runners, name))
    expect(others.filter(({ endpoint, control }) => !endpoint && !control).map(({ name }) => name)).toEqual([])
    expect(others.filter(({ words }) => existsSync(join(root, fileOf(words)))).map(({ name }) => name)).toEqual([])
  })

  it.each(toolGroups.map(({ name }) => name))(
    "that begins with mas %s has its words in a spec of this name",
    (name) => {
      expect(readProjectFile(`cli/commands/${name}.spec.ts`)).toContain(`export const ${name}Group`)
    },
  )
})

it("nothing else lies in cli/commands but folders of commands", () => {
  const names = new Set(commands.map(({ words: [word] }) => word))
  const strangers = filesUnder("cli/commands")
    .filter((path) => path.endsWith(".ts"))
    .filter((path) => !names.has(path.slice("cli/commands/".length).split(/[/.]/)[0] ?? ""))
  expect(strangers).toEqual([])
})
