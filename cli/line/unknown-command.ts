import { UsageError } from "../terminal/errors/cli-error.ts"
import type { CommandGroup } from "./command/spec.ts"
import type { Tables } from "./command/tables.ts"
import { nearest } from "./suggest.ts"

/** The error for a first word that is no group: a synonym, another spelling of the words, or the nearest name. */
export function unknownCommand(name: string, next: string | undefined, tables: Tables): UsageError {
  const message = `unknown command ${name}`
  const hint = textAt(tables.synonyms(), name.toLowerCase()) ?? reordered(name, next, tables)
  const near = hint === undefined ? likely(name, tables.names()) : undefined
  return new UsageError(message, hint ?? (near && `Did you mean ${near}?`))
}

/** The error for a second word that its group does not have. */
export function unknownVerb(verb: string, { name, commands }: CommandGroup, tables: Tables): UsageError {
  const verbs = commands.map(({ words }) => words[1] ?? "")
  const list = `mas ${name} has ${verbs.join(", ")}.`
  if (verb === "") return new UsageError(`${name} needs a verb`, list)
  const synonyms = tables.synonyms()
  const typed = verb.toLowerCase()
  const general = textAt(synonyms, `* ${typed}`)?.replace("{group}", name)
  const isThere = verbs.some((one) => general?.includes(`mas ${name} ${one}\``))
  const hint = textAt(synonyms, `${name} ${typed}`) ?? (isThere ? general : undefined)
  const near = hint === undefined ? likely(verb, verbs) : undefined
  return new UsageError(`unknown command ${name} ${verb}`, hint ?? (near ? `Did you mean mas ${name} ${near}?` : list))
}

/** The names that a word may stand for. A short word with another first letter is another word, not a mistyped one. */
function likely(word: string, names: readonly string[]): string | undefined {
  const typed = word.toLowerCase()
  const longer = typed.length > 2 ? names.filter((name) => name.startsWith(typed)) : []
  if (longer.length > 1 && longer.length < 4) return longer.join(" or ")
  return nearest(word, word.length > 4 ? names : names.filter((name) => name[0] === typed[0]))
}

/** `list contacts`, `contacts:list` and `contacts.list` for `contacts list`. */
function reordered(name: string, next: string | undefined, tables: Tables): string | undefined {
  const [group = "", verb, ...more] = name.split(/[.:/]/)
  const words = verb === undefined ? [next, name] : [group, verb]
  const suggestedGroup = more.length === 0 ? pluralGroup(words[0], tables) : undefined
  const command = suggestedGroup?.commands.find(({ words: [, one] }) => one === words[1])
  return (
    command &&
    `${verb === undefined ? "The noun comes first" : "Write it with a space"}: \`mas ${command.words.join(" ")}\`.`
  )
}

const pluralGroup = (name: string | undefined, tables: Tables) =>
  name === undefined ? undefined : (tables.group(name) ?? tables.group(`${name}s`))

const textAt = (texts: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(texts, key) ? texts[key] : undefined
