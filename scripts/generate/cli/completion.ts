import type { CommandGroup, CommandSpec, Flag, Positional } from "../../../cli/command.ts"
import { globalFlags } from "../../../cli/line/global-flags.ts"
import type { CompletionFlag, CompletionValues, CompletionWords } from "../../../cli/start/complete.ts"
import { topicHelp } from "./help.ts"

/** `generated/help/completion.json`: the words that completion offers. */
export function completionWords(groups: readonly CommandGroup[]): CompletionWords {
  return {
    globals: flagWords(globalFlags),
    topics: Object.keys(topicHelp(groups)).filter((topic) => !groups.some(({ name }) => name === topic)),
    groups: Object.fromEntries(
      groups.map(({ name, about, commands }) => [
        name,
        {
          about: commands.find(({ words }) => words[1] === undefined)?.summary ?? about,
          verbs: Object.fromEntries(
            commands.filter(({ hidden }) => !hidden).map((command) => [command.words[1] ?? "", verbWords(command)]),
          ),
        },
      ]),
    ),
  }
}

function verbWords({ words, summary, flags, positionals }: CommandSpec) {
  const values = positionals.map((positional) => argumentValues(positional, words[0]))
  return {
    about: summary,
    ...(values.some(({ length }) => length > 0) ? { arguments: values } : {}),
    flags: flagWords(flags),
  }
}

function argumentValues({ choices, format }: Positional, group: string): CompletionValues {
  if (group === "profiles") return "profiles"
  return choices ?? (format === "file" ? "files" : [])
}

function flagWords(flags: readonly Flag[]): Record<string, CompletionFlag> {
  return Object.fromEntries(
    flags.map((flag): [string, CompletionFlag] => {
      // Shells show one line.
      const about = flag.description?.replace(/(\.)\s.*$/, "$1") ?? ""
      if (flag.type === "boolean") return [flag.name, { about }]
      return [flag.name, { about, values: valuesOf(flag) }]
    }),
  )
}

function valuesOf({ name, choices, format, placeholder, fromFile }: Flag): NonNullable<CompletionFlag["values"]> {
  if (choices) return choices
  if (name === "profile") return "profiles"
  return format === "file" || fromFile || placeholder?.includes("@file") ? "files" : []
}
