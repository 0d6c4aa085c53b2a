/** Help texts by verb, of a group or of what `helpFiles` names; undefined when there is none. Made at build time, under generated/help. */
export type ReadHelp = (group: string) => Readonly<Record<string, string>> | undefined

/** Beside the groups: what `mas` alone says, in a file of its own, and what `mas help <topic>` does. */
export const helpFiles = { top: "_mas", topics: "_topics" }

/**
 * What can be answered from files made at build time, without loading anything: version and help. Undefined for
 * everything else, and for help that is asked for in an unusual way or does not exist.
 */
export function earlyAnswer(typed: readonly string[], read: ReadHelp, version: string): string | undefined {
  // How it is shown is looked at later.
  const argv = typed.filter((word) => word !== "--no-pager")
  const [first, second] = argv
  if (argv.every((word) => isHelp(word) || isVersion(word)) && !argv.every(isVersion)) return read(helpFiles.top)?.[""]
  if (first === undefined) return read(helpFiles.top)?.[""]
  if (isVersion(first) || (first === "version" && second === undefined)) return `${version}\n`
  if (first === "help") {
    const [topic = "", verb, ...more] = argv.slice(1).filter((word) => !word.startsWith("-"))
    return more.length > 0 ? undefined : helpOf(topic, verb, read)
  }
  const end = argv.indexOf("--")
  const isAsked = argv.some((word, index) => isHelp(word) && (end < 0 || index < end))
  return isAsked && !first.startsWith("-") ? helpOf(first, second, read) : undefined
}

/** Help on a group or command; undefined when there is none of these names. */
export function helpOf(group: string, verb: string | undefined, read: ReadHelp): string | undefined {
  if (group === "" || group === "help") return read(helpFiles.top)?.[""]
  const topic = verb === undefined ? own(read(helpFiles.topics), group) : undefined
  if (topic !== undefined) return topic
  const help = /^[a-z]+(-[a-z]+)*$/.test(group) ? read(group) : undefined
  if (!help) return undefined
  const isOneCommand = Object.keys(help).length === 1
  return verb === undefined || verb.startsWith("-") || isOneCommand ? help[""] : own(help, verb)
}

const isVersion = (word: string) => word === "--version" || word === "-v"
const isHelp = (word: string) => word === "--help" || word === "-h"

function own(texts: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return texts && key !== "" && Object.hasOwn(texts, key) ? texts[key] : undefined
}
