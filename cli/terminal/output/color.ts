import { styleText } from "node:util"
import type { Style } from "./output.ts"
import { isDumb } from "./plain.ts"

interface ColorFacts {
  readonly isTTY?: boolean | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** The value of `--color` or `--no-color`. */
  readonly asked?: boolean | undefined
}

/** True when a stream gets colours. Precedence: the flag, FORCE_COLOR, NO_COLOR, a terminal that is not dumb. */
export function wantsColor({ isTTY, env, asked: choice }: ColorFacts): boolean {
  if (choice !== undefined) return choice
  const { FORCE_COLOR: force, NO_COLOR: no } = env
  if (force !== undefined && force !== "") return force !== "0" && force !== "false"
  if (no !== undefined && no !== "") return false
  return isTTY === true && !isDumb(env)
}

export type Paint = (style: Style, text: string) => string

export function painter(isOn: boolean): Paint {
  // Colours are decided here: Node would look at its own stdout.
  return (style, text) => (isOn ? styleText(style, text, { validateStream: false }) : text)
}
