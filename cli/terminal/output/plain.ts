type Env = Readonly<Record<string, string | undefined>>

/** True for a terminal without colours, cursor movements and redrawn lines: a screen reader's, or one that a program reads. */
export const isDumb = ({ TERM }: Env): boolean => TERM === "dumb"

/** True when questions and progress are plain lines: `TERM=dumb`, or `NO_COLOR` unless colours are asked for. */
export function isPlain(env: Env, choice?: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no } = env
  const isForced = choice === true || (force !== undefined && !/^(|0|false)$/.test(force))
  return isDumb(env) || (no !== undefined && no !== "" && !isForced)
}
