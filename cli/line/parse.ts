import yargs from "yargs"
import { UsageError } from "../terminal/errors/cli-error.ts"
import type { CommandSpec, Flag, Value } from "./command/spec.ts"
import { flagNamed } from "./flag-words.ts"
import { flagsOf } from "./global-flags.ts"
import { normalizeFlags } from "./normalize-flags.ts"
import { readValue } from "./read-value.ts"
import { unknownFlag } from "./unknown-flag.ts"

/** A parsed command line: arguments as typed, flags by name with their declared types. */
export interface Parsed {
  readonly positionals: readonly string[]
  readonly flags: Readonly<Record<string, Value>>
  /** Flags that take a value, as typed. */
  readonly texts: Readonly<Record<string, readonly string[]>>
}

/**
 * Parses the words after a command's name. A flag that takes a value takes the next word whatever it begins with, as
 * `getopt` does, so that a script can pass any text; `--` ends the flags. Flags and arguments may be mixed.
 * @throws UsageError for flags that the command does not have, that lack a value, or that exclude each other.
 */
export function parseWords(typed: readonly string[], command: CommandSpec): Parsed {
  const flags = flagsOf(command)
  const words = normalizeFlags(typed, flags)
  const values: Record<string, Value> = {}
  const texts: Record<string, readonly string[]> = {}
  const switches = flags.filter(({ type }) => type === "boolean").map(({ name }) => name)
  const valued = flags.filter(({ type }) => type !== "boolean").map(({ name }) => name)
  // Help and version come from files generated at build time.
  const parser = yargs().help(false).version(false).exitProcess(false)
  const { _: positionals } = parser
    .parserConfiguration(asTyped)
    .boolean(switches)
    .string(valued)
    .requiresArg(valued)
    .alias(byName(flags, ({ aliases }) => aliases))
    .conflicts(byName(flags, ({ conflicts }) => conflicts))
    .implies(byName(flags, ({ implies }) => implies))
    .strictOptions()
    .middleware((argv: Record<string, unknown>) => {
      for (const [name, value] of Object.entries(argv)) {
        const flag = flagNamed(name, flags)
        if (!flag) continue
        if (typeof value !== "boolean") texts[name] = [value].flat().map(String)
        argv[name] = values[name] = typeof value === "boolean" ? value : readTexts(flag, texts[name] ?? [])
      }
    }, true)
    .check((argv) => checkExactlyOne(argv, command))
    .check((argv) => checkId(argv, command))
    .updateStrings(parserMessages)
    .fail((message) => {
      const stray = unknownFlagIn(parser.parsed ? parser.parsed.argv : {}, flags)
      throw stray === undefined ? new UsageError(singleLine(message)) : unknownFlag(stray, flags, [], command.name)
    })
    .parseSync(words)
  return { positionals: positionals.map(String), flags: values, texts }
}

/** Turns off yargs' guessing of types. */
const asTyped = {
  "camel-case-expansion": false,
  "dot-notation": false,
  "nargs-eats-options": true,
  "parse-numbers": false,
  "parse-positional-numbers": false,
  "strip-aliased": true,
}

const parserMessages = {
  "Not enough arguments following: %s": "--%s needs a value",
  "Arguments %s and %s are mutually exclusive": "--%s and --%s exclude each other",
}

/** An error of yargs in one line, without its preamble; all failed implications are in one message. */
function singleLine(message: string): string {
  const words = message.split(/\s+/)
  const needs = words.flatMap((word, index) =>
    word === "->" ? [`--${words[index - 1]} needs --${words[index + 1]}`] : [],
  )
  return needs.length > 0 ? needs.join("; ") : message
}

/** The rules between flags, or for their values, in yargs' form. */
function byName(
  flags: readonly Flag[],
  listOf: (flag: Flag) => readonly string[] | undefined,
): Record<string, string[]> {
  return Object.fromEntries(
    flags.map((flag) => [flag.name, [...(listOf(flag) ?? [])]]).filter(([, list]) => list?.length),
  )
}

function readTexts(flag: Flag, texts: readonly string[]): Value {
  if (texts.length > 1 && !flag.array && flag.type !== "map")
    throw new UsageError(`--${flag.name} is given more than once`)
  const repeated = flag.type === "map" ? texts.map(nameOf).find((name, at, all) => all.indexOf(name) < at) : undefined
  if (repeated !== undefined) throw new UsageError(`--${flag.name} is given more than once for ${repeated}`)
  return readValue(flag, texts)
}

/** The name of a text such as `field=value`. */
const nameOf = (text: string) => text.split("=", 1)[0] ?? ""

/** A word that yargs parsed as a flag although the command has no such flag. */
function unknownFlagIn(argv: object, flags: readonly Flag[]): string | undefined {
  const name = Object.keys(argv).find((key) => !/^(_|\$0|--)$/.test(key) && !flagNamed(key, flags))
  const isLetter = name?.length === 1 && !flags.some(({ short }) => short === name)
  return name && `${isLetter ? "-" : "--"}${name}`
}

function checkExactlyOne(
  argv: { readonly _: readonly unknown[] },
  { exactlyOneOf = [], positionals }: CommandSpec,
): true {
  const filled = exactlyOneOf.filter(
    (name) => Object.hasOwn(argv, name) || positionals.slice(0, argv._.length).some((one) => one.name === name),
  )
  if (exactlyOneOf.length === 0 || filled.length === 1) return true
  const names = exactlyOneOf.map((name) => (positionals.some((one) => one.name === name) ? `<${name}>` : `--${name}`))
  throw new Error(`give exactly one of ${names.join(", ")}`)
}

/** A command with an optional id shows a list, or one row: each flag is for one of the two, or for both. */
function checkId(argv: { readonly _: readonly unknown[] }, { positionals, flags }: CommandSpec): true {
  const [first] = positionals
  if (first?.name !== "id" || first.required || !flags.some(({ withId }) => withId)) return true
  const isOne = argv._.length > 0
  const stray = flags.find(
    ({ name, withId }) => Object.hasOwn(argv, name) && (isOne ? withId === undefined : withId === "only"),
  )
  if (!stray) return true
  throw new Error(isOne ? `--${stray.name} is for the list: leave out <id>` : `--${stray.name} needs an <id>`)
}
