import { Parser } from "yargs/helpers"
import type { CommandSpec, Flag } from "../command.ts"
import { UsageError } from "../errors/cli-error.ts"
import { flagsOf } from "./global-flags.ts"
import { nearest } from "./suggest.ts"

/** What was given to a flag: the texts, or what a boolean flag says. */
export type Given = readonly string[] | boolean

/** A command line taken apart, nothing of it read yet. */
export interface Parsed {
  readonly positionals: readonly string[]
  /** By the flag's own name. */
  readonly flags: ReadonlyMap<string, Given>
}

/**
 * Takes the words after a command's name apart. A flag that takes a value takes the next word whatever it begins with, as
 * `getopt` does, so that a script can pass any text; `--` ends the flags. Flags and arguments may be mixed.
 */
export function parseWords(typed: readonly string[], command: CommandSpec): Parsed {
  const names = new FlagNames(flagsOf(command))
  const words = typed.map((word) => names.lengthen(word))
  const { argv, error } = Parser.detailed([...words], names.options)
  const { _: loose, "--": rest = [], ...read } = argv
  if (error) throw new UsageError(`--${names.get(lastLetters(error.message))?.name} needs a value`)
  const parsed = { positionals: [] as string[], flags: new Map<string, Given>() }
  for (const [name, value] of Object.entries<unknown>(read)) {
    const flag = names.get(name)
    if (!flag) throw names.unknown(words.find((word) => /^-+(.*)/s.exec(word)?.[1]?.startsWith(name)) ?? `-${name}`)
    const values = asArray(value)
    if (flag.type !== "boolean" && values.includes(false)) throw names.unknown(`--no-${name}`)
    parsed.flags.set(flag.name, typeof value === "boolean" ? value : values.map((text) => shorten(String(text))))
  }
  for (const word of loose.map(String)) {
    if (!word.startsWith("-") || word === "-" || /^-\d/.test(word)) parsed.positionals.push(word)
    else for (const [flag, given] of names.readOdd(word)) add(parsed.flags, flag, given)
  }
  parsed.positionals.push(...rest.map((word) => shorten(String(word))))
  checkValues(typed, names, parsed)
  return parsed
}

/** The flags by every name that they have. */
class FlagNames {
  readonly #flags = new Map<string, Flag>()
  /** How yargs is to read them: every value as the text that it is, one value each time. */
  readonly options: Parameters<typeof Parser.detailed>[1]

  constructor(flags: readonly Flag[]) {
    const [switches, valued] = [true, false].map((isSwitch) =>
      flags.filter(({ type }) => (type === "boolean") === isSwitch).map(({ name }) => longName(name)),
    )
    const alias: Record<string, string[]> = {}
    for (const flag of flags) {
      const others = [...(flag.aliases ?? []), ...(flag.short ? [flag.short] : [])]
      if (others.length > 0) alias[longName(flag.name)] = others
      for (const name of [longName(flag.name), ...others]) this.#flags.set(name, flag)
    }
    this.options = {
      boolean: switches,
      string: valued,
      narg: Object.fromEntries((valued ?? []).map((name) => [name, 1])),
      alias,
      configuration: {
        "camel-case-expansion": false,
        "dot-notation": false,
        "nargs-eats-options": true,
        "parse-numbers": false,
        "parse-positional-numbers": false,
        "populate--": true,
        "strip-aliased": true,
        "unknown-options-as-args": true,
      },
    }
  }

  get(name: string): Flag | undefined {
    return this.#flags.get(name)
  }

  /** The flag that is written with two dashes and this name. */
  long(name: string): Flag | undefined {
    return this.#flags.get(longName(name))
  }

  /** `--q` in a form that yargs does not take for `-q`. */
  lengthen(word: string): string {
    const [, letter] = /^--([a-z])(?:=|$)/.exec(word) ?? []
    return letter && this.long(letter) ? `--${longName(letter)}${word.slice(3)}` : word
  }

  /** What yargs takes for no flag: a switch as `--no-name=false`, and letters with a value beside them, `-qojson`. */
  readOdd(word: string): [Flag, Given][] {
    const [, negated = "", text = ""] = /^--no-([^=]+)=(.*)$/s.exec(word) ?? []
    const flag = this.get(negated)
    if (flag?.type === "boolean") return [[flag, !truth(`--no-${negated}`, text)]]
    if (word.startsWith("--")) throw this.unknown(word.replace(/=.*/s, ""))
    const found: [Flag, Given][] = []
    for (let index = 1; index < word.length; index += 1) {
      const letter = this.get(word[index] ?? "")
      if (!letter) throw this.unknown(found.length === 0 ? word : `-${word[index]}`)
      if (letter.type !== "boolean") return [...found, [letter, [word.slice(index + 1).replace(/^=/, "")]]]
      found.push([letter, true])
    }
    return found
  }

  unknown(shown: string): UsageError {
    const long = [...this.#flags].filter(([name]) => name.length > 1)
    const names = long.flatMap(([name, { type }]) => (type === "boolean" ? [name, `no-${name}`] : [name]))
    const near = nearest(shown.replace(/^--?/, ""), names)
    return new UsageError(`unknown flag ${shown}`, near && `Did you mean --${near}?`)
  }
}

/** Refuses a flag that is given twice or is the value of the one before it, and switches that are neither on nor off. */
function checkValues(words: readonly string[], names: FlagNames, { positionals, flags }: Parsed): void {
  const texts = new Set(positionals)
  for (const [name, given] of flags) {
    if (typeof given === "boolean") continue
    const { array, type } = names.long(name) ?? {}
    if (given.length > 1 && !array && type !== "map") throw new UsageError(`--${name} is given more than once`)
    for (const text of given) {
      texts.add(text)
      // yargs reads `-oq` as two letters, and gives the first one nothing.
      if (text === "" && !words.some((word) => word === "" || word.endsWith("=")))
        throw new UsageError(`--${name} needs a value`)
      if (!text.startsWith("--") || !names.long(text.slice(2)) || words.some((word) => word.endsWith(`=${text}`)))
        continue
      throw new UsageError(`--${name} needs a value`, `${text} follows; if that is its value, write --${name}=${text}`)
    }
  }
  for (const word of words) {
    const [, shown = "", text] = /^(--?[^=]+)=(.*)$/s.exec(word) ?? []
    const flag = shown.startsWith("--") ? names.long(shown.slice(2)) : names.get(shown.slice(1))
    if (flag?.type === "boolean" && !texts.has(word)) truth(shown, text)
  }
}

function add(flags: Map<string, Given>, { name }: Flag, given: Given): void {
  const before = flags.get(name)
  flags.set(name, Array.isArray(before) && Array.isArray(given) ? [...before, ...given] : given)
}

function truth(shown: string, text: string | undefined): boolean {
  if (text === "true") return true
  if (text === "false") return false
  throw new UsageError(`${shown} is true or false, not ${JSON.stringify(text)}`)
}

/** yargs makes no difference between `-q` and `--q`, so a flag whose whole name is a letter gets a longer one for it. */
const longName = (name: string): string => (name.length === 1 ? `${name}-in-full` : name)
const shorten = (text: string): string => text.replace(/^--([a-z])-in-full(?==|$)/, "--$1")

const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const lastLetters = (text: string): string => text.slice(text.lastIndexOf(" ") + 1)
