import { callHint } from "../../sdk/contract/core/alternatives.ts"
import type { CommandSpec, ValueRules } from "../line/command/spec.ts"
import type { CommandSchemas, Tables } from "../line/command/tables.ts"
import { readingPart } from "../line/schema/safety.ts"
import { nearest } from "../line/suggest.ts"
import { UsageError } from "../terminal/errors/cli-error.ts"
import { subjectOf, wordsOf } from "./alternatives-for.ts"

/** The callable commands: the contract's endpoints, and the commands that control a mock server. */
export class Catalog {
  readonly #commands: ReadonlyMap<string, CommandSpec>
  /** Commands excluded because they change something. */
  readonly #leftOut: ReadonlySet<string>
  /** Flags that a command only has on a terminal. */
  readonly #forTerminal: ReadonlyMap<string, readonly string[]>
  #schemas: CommandSchemas | undefined

  constructor(
    private readonly tables: Tables,
    isReadOnly: boolean,
  ) {
    const all = tables.names().flatMap((name) => tables.group(name)?.commands ?? [])
    const callable = all.filter((one) => one.endpoint || isMock(one)).flatMap((one) => inSession(one) ?? [])
    const allowed = isReadOnly ? callable.flatMap((command) => readingPart(command) ?? []) : callable
    this.#commands = new Map(allowed.map((command) => [command.name, command]))
    this.#leftOut = new Set(callable.map(({ name }) => name).filter((name) => !this.#commands.has(name)))
    this.#forTerminal = new Map(all.map((command) => [command.name, leftOut(command)]))
  }

  get schemas(): CommandSchemas {
    this.#schemas ??= this.tables.schemas()
    return this.#schemas
  }

  get commands(): readonly CommandSpec[] {
    return [...this.#commands.values()]
  }

  forTerminal({ name }: CommandSpec): readonly string[] {
    return this.#forTerminal.get(name) ?? []
  }

  /** The name to call a command by, of a group's default verb without one; undefined for commands that MCP does not offer. */
  nameOf(group: string, verb = this.tables.group(group)?.defaultVerb): string | undefined {
    return this.commands.find(({ words }) => words[0] === group && words[1] === verb)?.name
  }

  /**
   * Finds a command by its name, `contacts.list`, or its words, `contacts list`.
   * @throws UsageError when the command is unknown, or not allowed.
   */
  named(name: string): CommandSpec {
    const asName = name
      .trim()
      .replace(/^mas\s+/, "")
      .replaceAll(/[\s_]+/g, ".")
      .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const command = this.#commands.get(name) ?? this.#commands.get(asName)
    if (command) return command
    const leftOut = [name, asName].find((one) => this.#leftOut.has(one))
    if (leftOut) {
      throw new UsageError(
        `${leftOut} changes something, and this session only reads`,
        "The user started this server as read-only.",
      )
    }
    const near = nearest(asName, this.#commands.keys())
    throw new UsageError(
      `there is no call named ${JSON.stringify(name)}`,
      callHint(asName) ?? (near ? `Did you mean ${near}?` : "Use `find` to list the names."),
    )
  }

  /** Commands ranked by how well they match some words; all commands without words. */
  find(query: string): readonly CommandSpec[] {
    const words = subjectOf(query)
    if (words.length === 0) return this.commands
    const scored = this.commands.map((command) => ({ command, score: scoreOf(command, words) }))
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ command }) => command)
  }
}

export const isMock = ({ words }: CommandSpec): boolean => words[0] === "mock"

/** A command without its terminal-only flags; undefined when it only takes a path. */
function inSession(command: CommandSpec): CommandSpec | undefined {
  if (command.endpoint) return command
  if (command.positionals.some(isPath) || forTerminal.has(command.words[1] ?? "")) return undefined
  const omitted = leftOut(command)
  // If only one of several alternatives is left here, it becomes required.
  const oneOf = command.exactlyOneOf?.filter((name) => !omitted.includes(name)) ?? []
  const flags = command.flags.filter(({ name }) => !omitted.includes(name))
  return {
    ...command,
    flags: flags.map((flag) => (oneOf.length === 1 && flag.name === oneOf[0] ? { ...flag, required: true } : flag)),
  }
}

/**
 * Flags excluded from a session. These are paths, which would let a client read or overwrite files (an endpoint's files
 * are passed as text); flags that open the network; flags that run until Ctrl-C; and flags that need one of these.
 */
function leftOut({ flags, endpoint }: CommandSpec): readonly string[] {
  if (endpoint) return []
  const omittedFlags = new Set(
    flags.filter((flag) => isPath(flag) || forTerminal.has(flag.name)).map(({ name }) => name),
  )
  return flags
    .filter(({ name, implies = [] }) => [name, ...implies].some((one) => omittedFlags.has(one)))
    .map(({ name }) => name)
}

const isPath = ({ format }: ValueRules): boolean => format === "file"

const forTerminal: ReadonlySet<string> = new Set([
  // A mock server that others can reach, or that reaches into this machine or its network.
  "host",
  "allow-host",
  "local-webhooks",
  "allow-webhooks-to",
  // A server that outlives the session, endless output, and output on stderr.
  "detach",
  "follow",
  "log",
])

/** Weights words in the name most, then in the summary, then in flags and descriptions. */
function scoreOf({ words, summary, description = [], flags }: CommandSpec, queryWords: readonly string[]): number {
  const weights = (
    [
      [words.join(" "), 6],
      [summary, 3],
      [flags.map(({ name }) => name).join(" "), 1],
      [description.join(" "), 1],
    ] as const
  ).map(([text, weight]) => ({ textWords: wordsOf(text), weight }))
  // Singular and plural are equal. A stem stands where a word begins: `cc` is not in `account`.
  const stems = queryWords.map((word) => word.replace(/(?<=\w{3})(ies|y|s)$/, ""))
  const weightsFound = stems.flatMap((stem) =>
    weights.filter(({ textWords }) => textWords.some((word) => word.startsWith(stem))),
  )
  return weightsFound.reduce((sum, { weight }) => sum + weight, 0)
}
