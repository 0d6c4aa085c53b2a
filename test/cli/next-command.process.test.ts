import { spawnSync } from "node:child_process"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { CommandSpec } from "../../cli/line/command/spec.ts"
import { globalFlags } from "../../cli/line/global-flags.ts"
import { nextCommand } from "../../cli/line/next-command.ts"
import { type Parsed, parseWords } from "../../cli/line/parse.ts"
import { route } from "../../cli/line/router.ts"
import { readTypedLine } from "../../cli/line/typed-line.ts"
import { Redactor } from "../../cli/terminal/output/redactor.ts"
import { tableOf, tables } from "./tables.ts"

const commands = tables
  .names()
  .flatMap((name) => tableOf(name).commands)
  .filter(({ exactlyOneOf }) => !exactlyOneOf)

/** Returns the words that a shell passes on, for each command line. */
function shellWords(lines: readonly string[]): string[][] {
  const script = ["mas() { printf '%s\\0' $# \"$@\"; }", ...lines].join("\n")
  const { stdout, stderr, status } = spawnSync("bash", ["-c", script], { encoding: "utf8", maxBuffer: 1 << 28 })
  expect([status, stderr]).toEqual([0, ""])
  const words = stdout.split("\0")
  return lines.map(() => words.splice(0, Number(words.shift())))
}

const text = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.string(),
    fc.constantFrom(
      "",
      "-",
      "--",
      "-x",
      "-5",
      "--yes",
      "--help",
      "-h",
      "@file",
      "@@x",
      "null",
      "true",
      "=x",
      "~",
      "$HOME",
    ),
    fc.constantFrom(
      "a'b",
      '"',
      "\\",
      "\\'",
      "a\nb",
      "\t",
      "\u001b[31m",
      "\u202eend",
      "!",
      "*",
      "a b",
      "é\u0085f",
      "😀",
    ),
  )
  .filter((one) => !one.includes("\0"))

/** A random command line of a command, with its own and global flags, as words. */
const lines = fc.constantFrom(...commands).chain((command) => {
  const flags = [...command.flags, ...globalFlags].filter(({ secret, name }) => !secret && name !== "help")
  return fc
    .tuple(
      fc.array(text, { minLength: command.positionals.length, maxLength: command.positionals.length }),
      fc.uniqueArray(fc.record({ flag: fc.constantFrom(...flags), text, isOn: fc.boolean() }), {
        selector: ({ flag }) => flag.name,
        maxLength: 6,
      }),
    )
    .map(([args, flagValues]) => {
      const words = flagValues.map(({ flag, text, isOn }) =>
        flag.type === "boolean" ? `--${isOn ? "" : "no-"}${flag.name}` : `--${flag.name}=${text}`,
      )
      return { command, typed: [...words, "--", ...args] }
    })
})

/** Returns undefined if the flags conflict. */
function parsed(words: readonly string[], command: CommandSpec): Parsed | undefined {
  try {
    return parseWords(words, command)
  } catch {
    return undefined
  }
}

function printed({ positionals, flags, texts }: Parsed, command: CommandSpec): string {
  const names = command.positionals.map(({ name }) => name)
  const args = Object.fromEntries(names.map((name, index) => [name, positionals[index]]))
  const commandFlags = new Set(command.flags.map(({ name }) => name))
  const part = (isOwn: boolean) =>
    Object.fromEntries(Object.entries(flags).filter(([name]) => commandFlags.has(name) === isOwn))
  return nextCommand({
    command,
    env: {},
    redactor: new Redactor(),
    input: undefined,
    args,
    flags: part(true),
    globals: part(false),
    texts: { args: Object.fromEntries(names.map((name, index) => [name, [positionals[index] ?? ""]])), flags: texts },
  })
}

describe("a next command", () => {
  it("gives a shell the same command and values, on one line without control characters", () => {
    fc.assert(
      fc.property(fc.array(lines, { minLength: 40, maxLength: 40 }), (batch) => {
        const before = batch.flatMap(({ command, typed }) => {
          const line = command.positionals.some(({ secret }) => secret) ? undefined : parsed(typed, command)
          return line ? [{ command, line }] : []
        })
        const texts = before.map(({ command, line }) => printed(line, command))
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
        expect(texts.filter((one) => /[\x00-\x1f\x7f-\x9f\u202a-\u202e]/.test(one))).toEqual([])
        for (const [index, words] of shellWords(texts).entries()) {
          const { command, line } = before[index] ?? expect.fail()
          const again = route(readTypedLine(words), tables)
          expect(again.command.name).toBe(command.name)
          expect(parseWords(again.words, command)).toEqual(line)
        }
        expect(texts.length).toBeGreaterThan(0)
      }),
      { numRuns: 30 },
    )
  })

  it("reads secrets from stdin, and omits those that cannot be", () => {
    const api = tableOf("api").commands[0] ?? expect.fail()
    const words = [
      "--header=Authorization: Bearer x",
      "--api-key=maskey_live_x",
      "--brand=b",
      '--input={"password":"x"}',
    ]
    const line = parseWords([...words, "--", "POST", "/v1/my/lists"], api)
    expect(printed(line, api)).toBe("mas api POST /v1/my/lists --input - --api-key - --brand b")
    const accept = tableOf("invites").commands.find(({ name }) => name === "invites.accept") ?? expect.fail()
    expect(printed(parseWords(["inv_secret"], accept), accept)).toBe("mas invites accept -")
  })
})
