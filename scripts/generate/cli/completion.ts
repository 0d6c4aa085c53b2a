import type { CommandGroup, CommandSpec, Flag, Positional } from "../../../cli/line/command/spec.ts"
import { globalFlags } from "../../../cli/line/global-flags.ts"
import type { CompletionFlag, CompletionValues, CompletionWords } from "../../../cli/start/complete.ts"
import { listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { topicHelp } from "./help.ts"

/** `generated/help/completion.json`: the words offered by completion. */
export function completionWords(groups: readonly CommandGroup[]): CompletionWords {
  return {
    globals: flagWords(globalFlags),
    paths: servicePaths(),
    topics: Object.keys(topicHelp(groups)).filter((topic) => !groups.some(({ name }) => name === topic)),
    groups: Object.fromEntries(
      groups.map(({ name, about, commands, defaultVerb }) => [
        name,
        {
          about: commands.find(({ words }) => words[1] === undefined)?.summary ?? about,
          ...(defaultVerb === undefined ? {} : { defaultVerb }),
          verbs: Object.fromEntries(commands.map((command) => [command.words[1] ?? "", verbWords(command)])),
        },
      ]),
    ),
  }
}

function servicePaths(): CompletionWords["paths"] {
  const paths: Record<string, Record<string, string>> = {}
  for (const { spec } of listEndpoints(contract))
    paths[spec.path] = { ...paths[spec.path], [spec.method]: spec.summary }
  return paths
}

/** The fields for `--columns`: top-level ones and nested ones. */
const columnsOf = (fields: readonly string[]) => [
  ...new Set([...fields, ...fields.map((field) => field.replace(/\..*/, ""))]),
]

function verbWords({ words, summary, flags, positionals, endpoint, rows = endpoint }: CommandSpec) {
  const values = positionals.map((positional) => argumentValues(positional, words[0]))
  return {
    about: summary,
    ...(values.some(({ length }) => length > 0) ? { arguments: values } : {}),
    flags: flagWords(flags),
    ...(rows?.fields.length ? { columns: columnsOf(rows.fields) } : {}),
  }
}

function argumentValues({ name, choices, format }: Positional, group: string): CompletionValues {
  if (group === "profiles") return "profiles"
  if (group === "api" && name === "path") return "paths"
  return choices ?? (format === "file" ? "files" : [])
}

function flagWords(flags: readonly Flag[]): Record<string, CompletionFlag> {
  return Object.fromEntries(
    flags.map((flag): [string, CompletionFlag] => {
      // Shells show one line.
      const about = flag.description?.replace(/(\.)\s.*$/, "$1") ?? ""
      const short = flag.short ? { short: flag.short } : {}
      if (flag.type === "boolean") return [flag.name, { about, ...short }]
      return [flag.name, { about, ...short, values: valuesOf(flag) }]
    }),
  )
}

function valuesOf({ name, choices, format, placeholder, fromFile }: Flag): NonNullable<CompletionFlag["values"]> {
  if (choices) return choices
  if (name === "profile") return "profiles"
  if (name === "columns") return "columns"
  if (name === "path") return "paths"
  return format === "file" || fromFile || placeholder?.includes("@file") ? "files" : []
}
