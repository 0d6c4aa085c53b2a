import { agentName } from "../../sdk/base/agent-name.ts"
import { type Io, withoutQuestions, withoutTerminal } from "../terminal/io.ts"
import type { TypedLine } from "./typed-line.ts"

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
  { noInput }: Pick<TypedLine, "noInput">,
  { CI: ci = "", MAS_NO_INPUT: variable = "" }: Io["env"],
): boolean {
  if (noInput) return false
  return variable === "" ? isNo(ci) : isNo(variable)
}

/** The process as this run may use it: without a terminal for an assistant, without questions where nobody may be asked. */
export function ioFor(line: Pick<TypedLine, "agent" | "noInput">, io: Io): Io {
  if (isAgent(line, io.env)) return withoutTerminal(io)
  return mayAsk(line, io.env) ? io : withoutQuestions(io)
}

const isNo = (value: string) => /^(|0|false|no|off)$/i.test(value.trim())
