import type { Style } from "./output.ts"

/** What decides about colours. */
interface ColorFacts {
  readonly isTTY?: boolean | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** What `--color` or `--no-color` says. */
  readonly asked?: boolean | undefined
}

/** Whether to colour what goes to a stream: flag, then FORCE_COLOR, then NO_COLOR, then whether it is a terminal. */
export function wantsColor({ isTTY, env, asked }: ColorFacts): boolean {
  if (asked !== undefined) return asked
  const { FORCE_COLOR: force, NO_COLOR: no } = env
  if (force !== undefined && force !== "") return force !== "0" && force !== "false"
  if (no !== undefined && no !== "") return false
  return isTTY === true && env.TERM !== "dumb"
}

const codes: Readonly<Record<Style, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
}

export type Paint = (style: Style, text: string) => string

/** Styles text, or leaves it alone. */
export function painter(isOn: boolean): Paint {
  return (style, text) => (isOn ? `\x1b[${codes[style][0]}m${text}\x1b[${codes[style][1]}m` : text)
}
