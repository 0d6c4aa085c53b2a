import type { CommandGroup, CommandSpec, Flag, Positional } from "../../line/command/spec.ts"
import type { Tables } from "../../line/command/tables.ts"
import { safetyOf } from "../../line/schema/safety.ts"
import { countText } from "../output/numbers.ts"
import { helpFiles, type ReadHelp } from "./static-help.ts"
import { wrapHelp } from "./wrap-help.ts"

/** Approximate characters per token. */
const perToken = 4
const rootSize = 700 * perToken
const commandSize = 300 * perToken

/** Help for LLM agents: shorter than the help for people. Other topics stay the same. */
export function agentHelpReader(tables: Tables, others: ReadHelp): ReadHelp {
  return (name) => {
    if (name === helpFiles.top) return { "": rootHelp(tables) }
    if (name === helpFiles.topics) return translateTexts(others(name) ?? {})
    const group = tables.group(name)
    if (!group) return undefined
    const texts = group.commands.map((command) => [command.words[1] ?? "", commandHelp(command)])
    return { "": groupHelp(group), ...Object.fromEntries(texts) }
  }
}

const translateTexts = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([topic, text]) => [topic, wrapHelp(text, 80)]))

function rootHelp(tables: Tables): string {
  const groups = tables.names().flatMap((name) => tables.group(name) ?? [])
  const groupSections = groups.map(({ name, commands }): [string, string[]] => [
    name,
    commands.flatMap(({ words }) => words[1] ?? []),
  ])
  // Shorten the longest lists first.
  const limits = [100, 24, 16, 12, 8, 6, 4, 2]
  const versions = limits.map((maxVerbs) =>
    lines(
      "The Marketing Automation Service. JSON on stdout; errors as JSON on stderr, with the next step.",
      "Usage: mas <command> [flags]",
      ...groupSections.map(([name, verbs]) => (verbs.length === 0 ? name : `${name}: ${listed(verbs, maxVerbs)}`)),
      "Flags: --profile <name> --base-url <url> --api-key - --brand <sid> --output json|ndjson|csv|table --columns a,b --quiet --dry-run --yes --timeout 30s --max-retries 2",
      "Lists: --all, or --limit and --page. Paid, irreversible or rights: --yes. Secrets: `-` reads stdin. A mock service: mas mock, then --profile mock.",
      "Exit: 0 ok, 1 failed, 2 usage, 3 credentials, 4 not found, 5 conflict, 6 refused value, 7 limit, 8 no response, 9 done in part, 10 nothing there, 130 interrupted",
      "Next: mas <command> --help; mas schema <command> (JSON Schema); mas mcp (tools)",
    ),
  )
  return firstThatFits(versions, rootSize)
}

const listed = (words: readonly string[], max: number): string =>
  words.length > max ? `${words.slice(0, max).join(" ")} … ${countText(words.length - max)} more` : words.join(" ")

function groupHelp({ name, about, commands }: CommandGroup): string {
  const [first] = commands
  if (first && first.words[1] === undefined) return commandHelp(first)
  const next = `Next: mas ${name} <verb> --help`
  const rows = (text: (command: CommandSpec) => string) =>
    commands.map((command) => `${command.words[1]} [${safetyOf(command)}] ${text(command)}`.trim())
  const short = (count: number) => rows(({ summary }) => summary.split(" ").slice(0, count).join(" "))
  const names = commands.map(({ words }) => words[1]).join(" ")
  const versions = [rows(({ summary }) => summary), short(5), short(3), [names]]
  return firstThatFits(
    versions.map((version) => lines(about, `Usage: mas ${name} <verb> [flags]`, ...version, next)),
    commandSize,
  )
}

/** A command's input, from the longest text to the shortest. */
function commandHelp(command: CommandSpec): string {
  const { words, summary, positionals, flags, endpoint, examples = [] } = command
  const required = flags.filter((flag) => flag.required && !flag.within)
  const optional = flags.filter((flag) => !required.includes(flag))
  const name = words.filter(Boolean).join(" ")
  const usage = ["mas", name, ...positionals.map(argumentText), ...required.map(flagText)].join(" ")
  const [example] = examples
  const fields = endpoint?.fields.length
    ? [`Prints: ${endpoint.paginated ? "rows of " : ""}${endpoint.fields.join(", ")}`]
    : []
  const version = (groupNames: readonly string[], more: readonly string[]) =>
    lines(`${usage} [flags]: ${summary} [${safetyOf(command)}]`, ...groupNames, ...more, `Next: mas schema ${name}`)
  const withWords = [
    ...positionals.flatMap(({ name, description }) => descriptionLine(name, description)),
    ...flags.flatMap((flag) => descriptionLine(flagText(flag), flag.description)),
    ...undescribed(optional),
  ]
  const inline = optional.length > 0 ? [`Flags: ${optional.map(flagText).join(" ")}`] : []
  const bare = optional.length > 0 ? [`Flags: ${optional.map((flag) => `--${flag.name}`).join(" ")}`] : []
  const run = example ? [`Example: ${example}`] : []
  const versions = [withWords, inline, bare].flatMap((groupNames) =>
    [[...run, ...fields], run, fields, []].map((more) => version(groupNames, more)),
  )
  return firstThatFits(versions, commandSize)
}

function undescribed(flags: readonly Flag[]): string[] {
  const rest = flags.filter(({ description }) => !description)
  return rest.length > 0 ? [`Also: ${rest.map(flagText).join(" ")}`] : []
}

const descriptionLine = (label: string, description: string | undefined): string[] =>
  description ? [`${label}: ${firstSentence(description)}`] : []

/** `<name>`, or `[name]` if optional. */
export const argumentText = ({ name, required, rest }: Positional): string => {
  const text = rest ? `${name}...` : name
  return required ? `<${text}>` : `[${text}]`
}

function flagText(flag: Flag): string {
  const { name, type, choices, format, array, secret } = flag
  if (type === "boolean") return `--${name}`
  const few = choices && choices.join("|").length <= 60 ? choices.join("|") : undefined
  const value = few ?? (secret ? "-" : (format ?? type))
  return `--${name} <${value}${array ? ",…" : ""}>`
}

const firstSentence = (text: string) => text.replace(/([.;]) .*$/s, "").replace(/[.;]$/, "")

const lines = (...all: readonly string[]) => `${all.join("\n")}\n`

/** The first text that is short enough; otherwise the last one, truncated. */
function firstThatFits(texts: readonly string[], size: number): string {
  const fitting = texts.find(({ length }) => length <= size)
  return fitting ?? `${(texts.at(-1) ?? "").slice(0, size - 2)}…\n`
}
