import type { JsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import { globalFlags } from "../line/global-flags.ts"
import type { Catalog } from "./catalog.ts"

/** A command where a text names it, and a flag. */
const commands = /(?<![\w./-])mas ([a-z][a-z-]*) ([a-z][a-z-]*)/g
const flags = /(?<!")--((?:no-)?[a-z]+(?:-[a-z]+)*)/g

/** Text that only makes sense in a shell. */
const atShell =
  /(?<![\w./-])mas [a-z]|--[a-z]|^--|\bset MAS_|Ctrl-C|\bstd(in|out|err)\b|\bterminal\b|^Usage:|in the profile,/

/** Flags of every command: how the server was started, which no tool changes. */
const settings: ReadonlySet<string> = new Set(globalFlags.map(({ name }) => name))

/** Rewrites texts for a shell into texts for tools: commands become calls, flags become fields. */
export class ToolWords {
  constructor(private readonly catalog: Catalog) {}

  /** The same text, with the names that tools take. `forTerminal` are flags that no field stands for. */
  message(text: string, forTerminal: readonly string[] = []): string {
    return text
      .replace('world.advance("1m"), ', "")
      .replaceAll(commands, (typed, group: string, verb: string) => this.catalog.nameOf(group, verb) ?? typed)
      .replaceAll(flags, (typed, flag: string) =>
        settings.has(flag) || forTerminal.includes(flag) ? typed : flag.replaceAll("-", "_"),
      )
  }

  /** What help says, without the sentences that hold at a shell alone. */
  help(text: string, forTerminal: readonly string[] = []): string {
    return joined(this.#sentences(text, forTerminal).filter((sentence) => !atShell.test(sentence)))
  }

  /** What to do about an error. What no tool can do is for the user. */
  hint(text: string, forTerminal: readonly string[] = []): string {
    const sentences = this.#sentences(text.replaceAll(/`mas [^`]+ --help`/g, "describe"), forTerminal)
    const kept = sentences.filter((sentence) => !atShell.test(sentence))
    const left = sentences.filter((sentence) => atShell.test(sentence)).join(" ")
    const names = left.match(/(?<=--)[a-z-]+|MAS_[A-Z_]+/g) ?? (left.includes("mas login") ? ["credential"] : [])
    const rest =
      names.length > 0 ? ` The user can start this server with another ${[...new Set(names)].join(" or ")}.` : ""
    return `${joined(kept)}${rest}`.trim()
  }

  /** A schema, its descriptions as help. */
  schema(schema: JsonSchema, forTerminal: readonly string[] = []): JsonSchema {
    const part = (value: unknown, name: string): unknown => {
      if (name === "description" && typeof value === "string") return this.help(value, forTerminal) || undefined
      if (Array.isArray(value)) return value.map((item) => part(item, ""))
      if (typeof value !== "object" || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, part(inner, key)]))
    }
    return part(schema, "") as JsonSchema
  }

  /** Sentences and their parts, without the shell syntax in brackets. */
  #sentences(text: string, forTerminal: readonly string[]): string[] {
    const named = this.message(text, forTerminal).replaceAll(/ \(([^()]*)\)/g, (whole, inner: string) =>
      atShell.test(inner) ? "" : whole,
    )
    return named.split(/(?<=[.;?!])\s+|\n/).filter((sentence) => sentence !== "")
  }
}

/** Sentences as one text: a part whose other half is gone ends as a sentence does. */
const joined = (sentences: readonly string[]) => sentences.join(" ").replace(/[;:,]$/, ".")
