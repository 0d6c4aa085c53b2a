import { agentName } from "../../sdk/base/agent-name.ts"
import type { Io } from "../terminal/io.ts"
import { type Format, formats } from "./command/global-flags.ts"

/** Flags needed before the command is known. They are read once, from the words before `--`. */
export interface StartupFlags {
  /** The last of `--agent` and `--no-agent`; undefined when both are absent. */
  readonly agent: boolean | undefined
  readonly noInput: boolean
  readonly noPager: boolean
  readonly noColor: boolean
  /** True for `--help` and `-h` anywhere. */
  readonly help: boolean
  /** The value of `--output`, if valid. */
  readonly output: Format | undefined
  /** The words without `--agent` and `--no-pager`, which only affect how help is shown. */
  readonly words: readonly string[]
}

const agentFlag = /^--(no-)?agent(=(true|false))?$/

export function readStartupFlags(argv: readonly string[]): StartupFlags {
  const end = argv.indexOf("--")
  const flags = end < 0 ? argv : argv.slice(0, end)
  const agent = flags.findLast((word) => agentFlag.test(word))
  return {
    agent: agent === undefined ? undefined : agent.startsWith("--agent") !== agent.endsWith("=false"),
    noInput: flags.some((word) => /^--no-input(=true)?$/.test(word)),
    noPager: flags.includes("--no-pager"),
    noColor: flags.includes("--no-color"),
    help: flags.some(isHelpFlag),
    output: outputOf(flags),
    words: [...flags.filter((word) => !agentFlag.test(word) && word !== "--no-pager"), ...argv.slice(flags.length)],
  }
}

export const isHelpFlag = (word: string): boolean => word === "--help" || word === "-h"

function outputOf(flags: readonly string[]): Format | undefined {
  const at = flags.findIndex((word) => /^(--output|-o)(=|$)/.test(word))
  const text = flags[at]?.includes("=") ? flags[at]?.replace(/^[^=]*=/, "") : flags[at + 1]
  return at < 0 ? undefined : formats.find((format) => format === text)
}

/**
 * True when an assistant runs the command: help and errors are short, to save tokens. Precedence: the flag `--agent`,
 * MAS_AGENT, the variables that assistants set.
 */
export function isAgent({ agent }: { readonly agent?: boolean | undefined }, env: Io["env"]): boolean {
  if (agent !== undefined) return agent
  if (env.MAS_AGENT) return /^(1|true|yes|on)$/i.test(env.MAS_AGENT)
  return agentName((name) => env[name]) !== undefined
}

/**
 * True when a terminal may be asked questions. `--no-input`, MAS_NO_INPUT and CI forbid them, since some CI runners
 * give jobs a terminal that no user watches. MAS_NO_INPUT=0 allows them in spite of CI.
 */
export function mayAsk(
  { noInput }: Pick<StartupFlags, "noInput">,
  { CI: ci = "", MAS_NO_INPUT: variable = "" }: Io["env"],
): boolean {
  if (noInput) return false
  return variable === "" ? isNo(ci) : isNo(variable)
}

const isNo = (value: string) => /^(|0|false|no|off)$/i.test(value.trim())
