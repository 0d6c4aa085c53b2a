import { UsageError } from "./cli-error.ts"
import type { CommandSpec, Flag } from "./command.ts"
import { globalFlags } from "./global-flags.ts"
import { nearest } from "./suggest.ts"

/** What was given to a flag: the texts, or what a boolean flag says. */
export type Given = readonly string[] | boolean

/** A command line taken apart, nothing of it read yet. */
export interface Parsed {
  readonly positionals: readonly string[]
  /** By the flag's own name. */
  readonly flags: ReadonlyMap<string, Given>
}

/** The flags of a command: its own, and those that every command has. */
export function flagsOf(command: CommandSpec): readonly Flag[] {
  const own = new Set(command.flags.map(({ name }) => name))
  return [...command.flags, ...globalFlags.filter(({ name }) => !own.has(name))]
}

/**
 * Takes the words after a command's name apart. A flag that takes a value takes the next word whatever it begins with, as
 * `getopt` does, so that a script can pass any text; `--` ends the flags. Flags and arguments may be mixed.
 */
export function parseWords(words: readonly string[], command: CommandSpec): Parsed {
  const names = new FlagNames(flagsOf(command))
  const positionals: string[] = []
  const flags = new Map<string, Given>()
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ""
    if (word === "--") {
      positionals.push(...words.slice(index + 1))
      break
    }
    if (!word.startsWith("-") || word === "-" || /^-\d/.test(word)) {
      positionals.push(word)
      continue
    }
    for (const { flag, shown, value, isNegated } of names.read(word)) {
      if (flag.type === "boolean") {
        // `--opt-in false` is as good as `--opt-in=false`.
        const next = words[index + 1]
        const takesNext = value === undefined && (next === "true" || next === "false")
        if (takesNext) index += 1
        flags.set(flag.name, truth(shown, takesNext ? next : value) !== isNegated)
        continue
      }
      if (value === undefined) index += 1
      const text = value ?? nextValue(flag, names, words[index])
      const before = flags.get(flag.name)
      if (before !== undefined && !flag.array && flag.type !== "map")
        throw new UsageError(`${shown} is given more than once`)
      flags.set(flag.name, [...(Array.isArray(before) ? before : []), text])
    }
  }
  return { positionals, flags }
}

/** One flag as it was written. */
interface Written {
  readonly flag: Flag
  /** With its dashes. */
  readonly shown: string
  /** Absent where it must be the next word. */
  readonly value: string | undefined
  readonly isNegated: boolean
}

/** The flags by every name that they have. */
class FlagNames {
  readonly #long = new Map<string, Flag>()
  readonly #short = new Map<string, Flag>()

  constructor(flags: readonly Flag[]) {
    for (const flag of flags) {
      for (const name of [flag.name, ...(flag.aliases ?? [])]) this.#long.set(name, flag)
      if (flag.short) this.#short.set(flag.short, flag)
    }
  }

  has(long: string): boolean {
    return this.#long.has(long)
  }

  /** The flags in a word: one after `--`, one or more letters after `-`. */
  read(word: string): Written[] {
    return word.startsWith("--") ? [this.#readLong(word)] : this.#readShort(word)
  }

  #readLong(word: string): Written {
    const end = word.indexOf("=")
    const name = word.slice(2, end < 0 ? undefined : end)
    const value = end < 0 ? undefined : word.slice(end + 1)
    const shown = `--${name}`
    const flag = this.#long.get(name)
    if (flag) return { flag, shown, value, isNegated: false }
    const negated = name.startsWith("no-") ? this.#long.get(name.slice(3)) : undefined
    if (negated?.type === "boolean") return { flag: negated, shown, value, isNegated: true }
    throw this.#unknown(shown)
  }

  #readShort(word: string): Written[] {
    const written: Written[] = []
    for (let index = 1; index < word.length; index += 1) {
      const shown = `-${word[index]}`
      const flag = this.#short.get(word[index] ?? "")
      if (!flag) throw this.#unknown(written.length === 0 ? word : shown)
      const rest = word.slice(index + 1)
      if (flag.type !== "boolean" && rest !== "") {
        return [...written, { flag, shown, value: rest.replace(/^=/, ""), isNegated: false }]
      }
      written.push({ flag, shown, value: undefined, isNegated: false })
    }
    return written
  }

  #unknown(shown: string): UsageError {
    const names = [...this.#long].flatMap(([name, { type }]) => (type === "boolean" ? [name, `no-${name}`] : [name]))
    const near = nearest(shown.replace(/^--?/, ""), names)
    return new UsageError(`unknown flag ${shown}`, near && `Did you mean --${near}?`)
  }
}

function truth(shown: string, text: string | undefined): boolean {
  if (text === undefined || text === "true") return true
  if (text === "false") return false
  throw new UsageError(`${shown} is true or false, not ${JSON.stringify(text)}`)
}

function nextValue({ name }: Flag, names: FlagNames, next: string | undefined): string {
  if (next === undefined) throw new UsageError(`--${name} needs a value`)
  if (!next.startsWith("--") || !names.has(next.slice(2))) return next
  throw new UsageError(`--${name} needs a value`, `${next} follows; if that is its value, write --${name}=${next}`)
}
