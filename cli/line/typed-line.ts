import { type Format, formats } from "./command/global-flags.ts"
import { expandShortFlags, flagBefore, flagOf } from "./flag-words.ts"
import { globalFlags } from "./global-flags.ts"

/** What was typed after `mas`, read once: everything that is known before the command is looked up. */
export interface TypedLine extends CommandWords {
  /** The words, without the `help` of `mas help …`. */
  readonly words: readonly string[]
  /** True for `mas help …`. */
  readonly isHelp: boolean
  /** True for `mas` alone, or with nothing but flags that show help. */
  readonly isBare: boolean
  /** True for `--help` and `-h` anywhere. */
  readonly help: boolean
  /** True for `--version` and `-v` before anything else, and for `version` alone. */
  readonly version: boolean
  /** The last of `--agent` and `--no-agent`; undefined when both are absent. */
  readonly agent: boolean | undefined
  readonly noInput: boolean
  readonly noPager: boolean
  readonly noColor: boolean
  /** The value of `--output`, if valid. */
  readonly output: Format | undefined
}

/** The words that may name a command. Only global flags may precede them. */
interface CommandWords {
  readonly group: string | undefined
  readonly verb: string | undefined
  /** Their positions. */
  readonly commandAt: readonly number[]
  /** The first flag before them that is not global. */
  readonly strayFlag: string | undefined
}

const agentFlag = /^--(no-)?agent(=(true|false))?$/
const isHelpFlag = (word: string) => word === "--help" || word === "-h"
const isVersionFlag = (word: string) => word === "--version" || word === "-v"

/** Flags are the words before `--`. */
export function readTypedLine(argv: readonly string[]): TypedLine {
  const end = argv.indexOf("--")
  const flags = end < 0 ? argv : argv.slice(0, end)
  const agent = flags.findLast((word) => agentFlag.test(word))
  // These two only affect how help is shown.
  const plain = argv.filter((word, index) => index >= flags.length || !(agentFlag.test(word) || word === "--no-pager"))
  const [first = "", second] = plain
  const isHelp = first === "help"
  const words = isHelp ? argv.toSpliced(argv.indexOf("help"), 1) : argv
  return {
    ...commandWordsOf(words),
    words,
    isHelp,
    isBare:
      plain.length === 0 || (plain.some(isHelpFlag) && plain.every((word) => isHelpFlag(word) || isVersionFlag(word))),
    help: flags.some(isHelpFlag),
    version: isVersionFlag(first) || (first === "version" && second === undefined),
    agent: agent === undefined ? undefined : agent.startsWith("--agent") !== agent.endsWith("=false"),
    noInput: flags.some((word) => /^--no-input(=true)?$/.test(word)),
    noPager: flags.includes("--no-pager"),
    noColor: flags.includes("--no-color"),
    output: outputOf(flags),
  }
}

function outputOf(flags: readonly string[]): Format | undefined {
  const spelled = flags.map((word) => expandShortFlags(word, globalFlags).at(-1) ?? "")
  const at = spelled.findIndex((word) => /^--output(=|$)/.test(word))
  const text = spelled[at]?.includes("=") ? spelled[at]?.replace(/^[^=]*=/, "") : flags[at + 1]
  return at < 0 ? undefined : formats.find((format) => format === text)
}

function commandWordsOf(words: readonly string[]): CommandWords {
  const commandAt: number[] = []
  let strayFlag: string | undefined
  for (let index = 0; index < words.length && commandAt.length < 2; index += 1) {
    const word = words[index] ?? ""
    if (word === "--") break
    if (!word.startsWith("-") || word === "-") {
      commandAt.push(index)
      continue
    }
    const spelled = expandShortFlags(word, globalFlags)
    if (!spelled.every((one) => flagOf(one, globalFlags))) {
      // After the first word come the command's flags, whose arity is unknown here.
      if (commandAt.length === 0) strayFlag = word
      break
    }
    if (flagBefore(spelled.at(-1) ?? "", globalFlags)) index += 1
  }
  const [group, verb] = commandAt.map((index) => words[index])
  return { group, verb, commandAt, strayFlag }
}
