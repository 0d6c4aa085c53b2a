import { agentName } from "../../sdk/base/agent-name.ts"
import type { Io } from "../terminal/io.ts"
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

const isNo = (value: string) => /^(|0|false|no|off)$/i.test(value.trim())
