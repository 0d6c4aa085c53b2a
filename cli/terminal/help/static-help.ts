import { readAsset } from "../../line/command/tables.ts"
import type { TypedLine } from "../../line/typed-line.ts"

/** Help texts by verb, for a group or a name of `helpFiles`; undefined for other names. The build writes them to generated/help. */
export type ReadHelp = (group: string) => Readonly<Record<string, string>> | undefined

/** Files besides the groups: the output of `mas` alone, and the topics of `mas help <topic>`. */
export const helpFiles = { top: "_mas", topics: "_topics" }

/**
 * Help and the version, read from files made at build time, without loading a command. Undefined for all other words,
 * and for help that does not exist.
 */
export function staticHelp(line: TypedLine, read: ReadHelp, version: string): string | undefined {
  const { isBare, isHelp, help, group, verb } = line
  if (isBare) return read(helpFiles.top)?.[""]
  if (line.version) return `${version}\n`
  if (isHelp) {
    const [topic = "", second, ...more] = line.words.filter((word) => !word.startsWith("-"))
    return more.length > 0 ? undefined : topicHelp(topic, second, read)
  }
  return help && group !== undefined ? commandHelp(group, verb, read) : undefined
}

/** A guide, or the help on a group or command; undefined for unknown names. */
function topicHelp(topic: string, verb: string | undefined, read: ReadHelp): string | undefined {
  if (topic === "" || topic === "help") return read(helpFiles.top)?.[""]
  const guide = verb === undefined ? ownText(read(helpFiles.topics), topic) : undefined
  return guide ?? commandHelp(topic, verb, read)
}

/** Help on a group or command; undefined for unknown names. */
export function commandHelp(group: string, verb: string | undefined, read: ReadHelp): string | undefined {
  const help = /^[a-z]+(-[a-z]+)*$/.test(group) ? read(group) : undefined
  if (!help) return undefined
  const isOneCommand = Object.keys(help).length === 1
  return verb === undefined || isOneCommand ? help[""] : ownText(help, verb)
}

function ownText(texts: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return texts && key !== "" && Object.hasOwn(texts, key) ? texts[key] : undefined
}

/** Reads help; `folder` is that of this program, `cli` or `dist/cli`. */
export function helpReader(folder: string): ReadHelp {
  let others: ReturnType<typeof readOthers> | undefined
  return (name) => {
    try {
      if (name === helpFiles.top) return JSON.parse(readAsset(folder, `help/${name}`))
      others ??= readOthers(folder)
      return others.get(name)
    } catch {
      return undefined
    }
  }
}

/** A placeholder for the line that ends each command's flags: 160 copies would add 17 KB to the package. */
export const flagsOfAll = {
  mark: "{flags}",
  line: "Flags of every command: --profile, --output, --columns, --quiet, --dry-run, --debug, --yes (mas help flags)",
}

/** One file with all help except the most requested. */
const readOthers = (folder: string): ReadonlyMap<string, Readonly<Record<string, string>>> =>
  new Map(Object.entries(JSON.parse(readAsset(folder, "help/_others").replaceAll(flagsOfAll.mark, flagsOfAll.line))))
