import type { Redactor } from "../terminal/output/redactor.ts"
import type { CommandSpec, Flag, Value } from "./command/spec.ts"
import { type CommandWords, commandText, headerParts, type Typed, typedOf } from "./command-text.ts"
import { flagsOf } from "./global-flags.ts"
import type { CommandLine } from "./read-command.ts"
import type { ShellText } from "./shell-word.ts"

/** The differences between the next command and this one. */
export interface NextCommand {
  /** The words of another command. It keeps only this one's global flags. */
  readonly words?: readonly string[]
  readonly args?: readonly string[]
  /** By name; undefined removes a flag. */
  readonly flags?: Readonly<Record<string, Value | undefined>>
}

interface Before extends CommandLine {
  readonly command: CommandSpec
  readonly env: Readonly<Record<string, string | undefined>>
  readonly redactor: Redactor
  /** The whole body, if it was read from stdin. */
  readonly input: object | undefined
}

/** Flags with the same meaning in every command. */
const shared = new Set("profile base-url api-key brand account output color debug timeout max-retries".split(" "))

/** Variables that choose the target: they become flags, so that a pasted command has the same target. */
const variables = {
  profile: "MAS_PROFILE",
  "base-url": "MAS_BASE_URL",
  brand: "MAS_BRAND_SID",
  account: "MAS_ACCOUNT_ID",
} as const

/** A longer body from stdin is not repeated in a command. */
const maxInputLength = 2_000

/** A follow-up command for a shell. It repeats the given values; secrets are read from stdin. */
export function nextCommand(before: Before, { words, args, flags = {} }: NextCommand = {}): ShellText {
  const { command } = before
  const typedFlags = givenFlags(before)
  const sharedFlags = words ? typedFlags.filter(([name]) => shared.has(name)) : typedFlags
  const changed = Object.entries(flags).map(([name, value]): [string, Typed] => [
    name,
    value === undefined ? undefined : typedOf(flagOf(name, command), value),
  ])
  const next: CommandWords = {
    words: words ?? command.words,
    args: args ?? (words ? [] : givenArgs(before)),
    flags: Object.fromEntries(Object.entries(Object.fromEntries([...sharedFlags, ...changed])).toSorted(globalsLast)),
  }
  return commandText(next)
}

const rankOf = (name: string) => (shared.has(name) ? 1 : 0)
const globalsLast = ([a]: [string, Typed], [b]: [string, Typed]) => rankOf(a) - rankOf(b)

const flagOf = (name: string, command: CommandSpec): Pick<Flag, "array" | "fromFile" | "type"> =>
  flagsOf(command).find((flag) => flag.name === name) ?? { type: "string" }

function givenArgs({ command, args, texts }: Before): string[] {
  return command.positionals.flatMap(({ name, secret, type }) => {
    const value = args[name]
    if (value === undefined) return []
    if (secret) return ["-"]
    const typed = texts.args[name] ?? typedOf({ type }, value)
    return typeof typed === "object" ? typed : [String(value)]
  })
}

function givenFlags(before: Before): [string, Typed][] {
  const { command, env, flags, globals, texts } = before
  // Commands for a mock server ignore these variables.
  const isMock = command.words[0] === "mock"
  const fromEnv = Object.entries(isMock ? {} : variables).flatMap(([name, variable]): [string, Typed][] => {
    const value = env[variable]
    return value ? [[name, [value]]] : []
  })
  const ownFlags = new Set(command.flags.map(({ name }) => name))
  const typedFlags = flagsOf(command).flatMap((flag): [string, Typed][] => {
    const value = ownFlags.has(flag.name) ? flags[flag.name] : globals[flag.name]
    if (value === undefined) return []
    return [[flag.name, displayValue(flag, texts.flags[flag.name] ?? typedOf(flag, value), before)]]
  })
  return [...fromEnv, ...typedFlags]
}

/** The typed form of a flag. A secret is read from stdin if the flag allows it, and omitted otherwise. */
function displayValue(flag: Flag, typed: Typed, { redactor, input }: Before): Typed {
  if (flag.secret) return ["-"]
  if (typeof typed !== "object") return typed
  const isBody = flag.name === "input"
  const read = isBody && typed[0] === "-" && input ? JSON.stringify(input) : undefined
  const texts = read !== undefined && read.length <= maxInputLength ? [read] : typed
  if (texts.every((text) => !redactor.hides(flag.name === "header" ? headerOf(text) : text))) return texts
  return isBody || flag.fromFile ? ["-"] : undefined
}

/** `Name: value` as JSON, so that the redactor sees the name. */
function headerOf(text: string): string {
  const [name, value] = headerParts(text) ?? [text, text]
  return JSON.stringify({ [name]: value })
}
