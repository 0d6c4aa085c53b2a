import type { JsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import { globalFlags } from "../line/global-flags.ts"
import type { Catalog } from "./catalog.ts"

/** A command or a flag in a text. */
const commands = /(?<![\w./-])mas ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g
const flags = /(?<!")--((?:no-)?[a-z]+(?:-[a-z]+)*)/g

/** Text that only makes sense in a shell. */
const shellOnly =
  /(?<![\w./-])mas [a-z]|--[a-z]|^--|\bset MAS_|Ctrl-C|\bstd(in|out|err)\b|\bterminal\b|^Usage:|in the profile,/

/** Global flags are set when the server starts; no tool changes them. */
const settings: ReadonlySet<string> = new Set(globalFlags.map(({ name }) => name))

/** Rewrites texts for a shell into texts for tools: commands become calls, flags become fields. */
export class ShellTextRewriter {
  constructor(private readonly catalog: Catalog) {}

  /** Replaces commands and flags with tool names. `forTerminal` lists flags without a field. */
  message(text: string, forTerminal: readonly string[] = []): string {
    return text
      .replace('world.advance("1m"), ', "")
      .replaceAll(commands, (typed, group: string, verb?: string) => this.catalog.nameOf(group, verb) ?? typed)
      .replaceAll(flags, (typed, flag: string) =>
        settings.has(flag) || forTerminal.includes(flag) ? typed : flag.replaceAll("-", "_"),
      )
  }

  /** A help text without the sentences that only apply in a shell. */
  help(text: string, forTerminal: readonly string[] = []): string {
    return joined(this.#sentences(text, forTerminal).filter((sentence) => !shellOnly.test(sentence)))
  }

  /** The hint of an error. Steps that no tool can take are addressed to the user. */
  hint(text: string, forTerminal: readonly string[] = []): string {
    const sentences = this.#sentences(text.replaceAll(/`mas [^`]+ --help`/g, "describe"), forTerminal)
    const usable = sentences.filter((sentence) => !shellOnly.test(sentence))
    const shellText = sentences.filter((sentence) => shellOnly.test(sentence)).join(" ")
    const names =
      shellText.match(/(?<=--)[a-z-]+|MAS_[A-Z_]+/g) ?? (shellText.includes("mas login") ? ["credential"] : [])
    const rest =
      names.length > 0 ? ` The user can start this server with another ${[...new Set(names)].join(" or ")}.` : ""
    return `${joined(usable)}${rest}`.trim()
  }

  /** A schema whose descriptions are rewritten as help. */
  schema(schema: JsonSchema, forTerminal: readonly string[] = []): JsonSchema {
    const part = (value: unknown, name: string): unknown => {
      if (name === "description" && typeof value === "string") return this.help(value, forTerminal) || undefined
      if (Array.isArray(value)) return value.map((item) => part(item, ""))
      if (typeof value !== "object" || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, part(inner, key)]))
    }
    return part(schema, "") as JsonSchema
  }

  /** Splits a text into sentences and clauses, without shell syntax in parentheses. */
  #sentences(text: string, forTerminal: readonly string[]): string[] {
    const rewritten = this.message(text, forTerminal).replaceAll(/ \(([^()]*)\)/g, (match, inner: string) =>
      shellOnly.test(inner) ? "" : match,
    )
    return rewritten.split(/(?<=[.;?!])\s+|\n/).filter((sentence) => sentence !== "")
  }
}

/** Joins sentences; a trailing separator of a removed clause becomes a full stop. */
const joined = (sentences: readonly string[]) => sentences.join(" ").replace(/[;:,]$/, ".")
