import type { CommandSpec, ValueRules } from "../command/spec.ts"
import type { CommandSchemas, Tables } from "../command/tables.ts"
import { UsageError } from "../errors/cli-error.ts"
import { nearest } from "../line/suggest.ts"
import { readingPart } from "../schema/safety.ts"

/** What can be called: the endpoints of the contract, and the commands that steer a mock server. */
export class Catalog {
  readonly #commands: ReadonlyMap<string, CommandSpec>
  /** What could be called if it did not change anything. */
  readonly #leftOut: ReadonlySet<string>
  /** Names of flags that a command has on a terminal and not here. */
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

  /** The name to call a command by; undefined for commands that MCP does not offer. */
  nameOf(group: string, verb: string): string | undefined {
    return this.commands.find(({ words }) => words[0] === group && words[1] === verb)?.name
  }

  /**
   * A command by its name, `contacts.list`, or as it is typed, `contacts list`.
   * @throws UsageError when the command is unknown, or may not be called.
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
        "The user has started this server to read only.",
      )
    }
    const near = nearest(asName, this.#commands.keys())
    throw new UsageError(
      `there is nothing to call by the name ${JSON.stringify(name)}`,
      near ? `Did you mean ${near}?` : "`find` knows the names.",
    )
  }

  /** Commands by how well they fit some words, the best first; all of them for none. */
  find(query: string): readonly CommandSpec[] {
    const words = query.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
    if (words.length === 0) return this.commands
    const scored = this.commands.map((command) => ({ command, score: scoreOf(command, words) }))
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ command }) => command)
  }
}

export const isMock = ({ words }: CommandSpec): boolean => words[0] === "mock"

/** A command without the flags that are for a terminal; undefined where a path is all that it takes. */
function inSession(command: CommandSpec): CommandSpec | undefined {
  if (command.endpoint) return command
  if (command.positionals.some(isPath) || forTerminal.has(command.words[1] ?? "")) return undefined
  const left = leftOut(command)
  // If only one of several alternatives is left here, it becomes required.
  const oneOf = command.exactlyOneOf?.filter((name) => !left.includes(name)) ?? []
  const flags = command.flags.filter(({ name }) => !left.includes(name))
  return {
    ...command,
    flags: flags.map((flag) => (oneOf.length === 1 && flag.name === oneOf[0] ? { ...flag, required: true } : flag)),
  }
}

/**
 * Flags that do not belong in a session: paths, by which a client would read what it was not shown, or write over it (an endpoint's
 * files are given as text); what opens the network; what goes on until Ctrl-C; and what needs one of these.
 */
function leftOut({ flags, endpoint }: CommandSpec): readonly string[] {
  if (endpoint) return []
  const left = new Set(flags.filter((flag) => isPath(flag) || forTerminal.has(flag.name)).map(({ name }) => name))
  return flags
    .filter(({ name, implies = [] }) => [name, ...implies].some((one) => left.has(one)))
    .map(({ name }) => name)
}

const isPath = ({ format }: ValueRules): boolean => format === "file"

const forTerminal: ReadonlySet<string> = new Set([
  // A mock server that others reach, and one that reaches into this machine or its network.
  "host",
  "allow-host",
  "allow-local-webhooks",
  "allow-webhooks-to",
  // A server that outlives the session, output that never ends, and output on stderr.
  "detach",
  "follow",
  "log",
])

/** Counts words in the name most, then in the summary, then in flags and descriptions. */
function scoreOf({ words, summary, description = [], flags }: CommandSpec, asked: readonly string[]): number {
  const weights: readonly (readonly [text: string, weight: number])[] = [
    [words.join(" "), 6],
    [summary, 3],
    [flags.map(({ name }) => name).join(" "), 1],
    [description.join(" "), 1],
  ]
  // Plural or not is no difference.
  const stems = asked.map((word) => word.replace(/(?<=\w{3})(ies|y|s)$/, ""))
  const found = stems.flatMap((stem) => weights.filter(([text]) => text.toLowerCase().includes(stem)))
  return found.reduce((sum, [, weight]) => sum + weight, 0)
}
