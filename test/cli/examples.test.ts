import { describe, expect, it } from "vitest"
import type { CommandSpec } from "../../cli/line/command/spec.ts"
import { missingOf } from "../../cli/line/missing.ts"
import { parseWords } from "../../cli/line/parse.ts"
import { readCommandLine as readTyped } from "../../cli/line/read-command.ts"
import { route } from "../../cli/line/router.ts"
import { readTypedLine } from "../../cli/line/typed-line.ts"
import { commandGroups } from "../../scripts/generate/cli/commands.ts"
import { responseTextOf } from "../../scripts/generate/cli/responses.ts"
import { lastCommand } from "./command-line.ts"
import { codeOfExample, hindranceOf } from "./example-files.ts"
import { endpointCommands, runExample } from "./run-example.ts"
import { tables } from "./tables.ts"

describe("the examples in the help of an endpoint's command", () => {
  it("exist for every command", () => {
    expect(endpointCommands.filter(({ examples = [] }) => examples.length === 0)).toEqual([])
  })

  // outputs.long.test.ts runs the first example of each.
  const others = endpointCommands.flatMap((command) =>
    (command.examples ?? []).slice(1).map((example) => [example, command] as const),
  )
  it.each(others)("run against the mock server: %s", async (example, command) => {
    const { code, err } = await runExample(command, { example, clock: "real" })
    expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining('"error"') })
  })
})

/** The fields of a JSON record, or of the first of a list; none of other outputs. */
function fieldsOf(out: string): readonly string[] {
  try {
    return Object.keys([JSON.parse(out)].flat().find((row) => typeof row === "object") ?? {})
  } catch {
    return []
  }
}

const allCommands = commandGroups().flatMap(({ commands }) => commands)

/** The fields that the help of a command names after "Prints:", also those of the commands that it names. */
function describedFields(command: CommandSpec): readonly string[] {
  const text = responseTextOf(command) ?? ""
  const referred = [...text.matchAll(/`mas ([a-z -]+?)(?: <\w+>)?`/g)].flatMap(([, words = ""]) =>
    allCommands.filter((other) => other.words.join(" ") === words).flatMap(describedFields),
  )
  return [...(text.match(/[$\w-]+/g) ?? []), ...referred]
}

describe("the examples in the help of the other commands", () => {
  const examples = allCommands
    .filter(({ endpoint }) => !endpoint)
    .flatMap((command) => (command.examples ?? []).map((example) => [example, command] as const))

  it.each(examples)("name the right command, and pass all that it requires: %s", async (example, command) => {
    const { argv } = lastCommand(example)
    const routed = route(readTypedLine(argv), tables)
    expect(routed.command.name).toBe(command.name)
    const line = await readTyped(parseWords(routed.words, command), command, {
      secret: async () => "secret",
      text: async () => "text",
    })
    expect(missingOf(command, line)).toEqual([])
  })

  // own/shell-examples.process.test.ts runs those that start a process, and a thousand simulated days.
  it.for(examples.filter(([example]) => !/mas mock --|--runs 1000/.test(example)))(
    "run against the mock server: %s",
    async ([example, command], { skip }) => {
      const skipReason = hindranceOf(example)
      if (skipReason !== undefined) skip(skipReason)
      const { code, err, out } = await runExample(command, { example, clock: "real" })
      const described = describedFields(command)
      // `mas api` prints any endpoint's response.
      if (command.name !== "api" && !example.includes("--dry-run"))
        expect(fieldsOf(out).filter((field) => !described.includes(field))).toEqual([])
      const expected = codeOfExample(example)
      // No call is held here, and no mail was sent.
      const errors: Readonly<Record<number, string>> = { 4: "is not held", 10: "No e-mail was sent" }
      const text = errors[expected]
      const errorText = text === undefined ? expect.not.stringContaining('{"error"') : expect.stringContaining(text)
      expect({ code, err }).toEqual({ code: expected, err: errorText })
    },
  )

  it("exist for every command", () => {
    const commands = commandGroups().flatMap((group) => group.commands)
    expect(
      commands.filter(({ examples: commandExamples = [] }) => commandExamples.length === 0).map(({ name }) => name),
    ).toEqual([])
  })
})
