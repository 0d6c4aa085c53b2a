import type { Flag, Value } from "./command/spec.ts"
import { type ShellText, shellLine, shellWord } from "./shell-word.ts"

/** The typed form of a flag: texts, or a switch's state. Undefined when absent. */
export type Typed = readonly string[] | boolean | undefined

export interface CommandWords {
  readonly words: readonly (string | undefined)[]
  readonly args?: readonly string[]
  readonly flags?: Readonly<Record<string, Typed>>
}

/** A shell command with the same words and values. */
export function commandText({ words, args = [], flags = {} }: CommandWords): ShellText {
  const typedWords = words.filter((word) => word !== undefined)
  const switches = Object.entries(flags).flatMap(([name, typed]) => flagWords(name, typed))
  // Nothing after `--` is a flag.
  const isMistakable = args.some((arg) => arg !== "-" && arg.startsWith("-"))
  const all = isMistakable ? [...typedWords, ...switches, "--", ...args] : [...typedWords, ...args, ...switches]
  return shellLine(...["mas", ...all].map(shellWord))
}

/** A command about a saved profile. */
export const profileCommand = (word: "login" | "whoami", profile: string | undefined): ShellText =>
  commandText({ words: [word], flags: { profile: profile === undefined ? undefined : [profile] } })

export function flagWords(name: string, typed: Typed): string[] {
  if (typed === undefined) return []
  if (typeof typed === "boolean") return [typed ? `--${name}` : `--no-${name}`]
  // A text that starts like a flag would be read as one.
  return typed.flatMap((text) => (/^-./s.test(text) ? [`--${name}=${text}`] : [`--${name}`, text]))
}

/** The typed form of a value that was asked for or computed. */
export function typedOf(flag: Pick<Flag, "array" | "fromFile" | "type">, value: Value): Typed {
  if (typeof value === "boolean") return value
  if (typeof value === "object" && value !== null) {
    const isList = Array.isArray(value) && flag.type !== "json"
    if (!isList) return [JSON.stringify(value)]
    return flag.array === "uncut" ? value.map(String) : [value.join(",")]
  }
  return [flag.fromFile ? String(value).replace(/^@/, "@@") : String(value)]
}

/** Splits `Name: value`, without spaces around the colon; undefined without a colon. */
export function headerParts(text: string): readonly [name: string, value: string] | undefined {
  const colon = text.indexOf(":")
  return colon < 0 ? undefined : [text.slice(0, colon).trimEnd(), text.slice(colon + 1).trimStart()]
}
