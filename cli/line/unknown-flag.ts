import { fieldHint } from "../../sdk/contract/core/alternatives.ts"
import { UsageError } from "../terminal/errors/cli-error.ts"
import type { Flag } from "./command/spec.ts"
import { flagNamed } from "./flag-words.ts"
import { nearest } from "./suggest.ts"

export function unknownFlag(
  word: string,
  flags: readonly Flag[],
  others: readonly string[] = [],
  command = "",
): UsageError {
  const written = word.replace(/=.*/s, "")
  const hint = fieldHint(command, written.replace(/^--?/, "").replaceAll("-", "_"))
  if (hint !== undefined) return new UsageError(`unknown flag ${written}`, flagHint(hint))
  if (written === "--data" && flagNamed("input", flags))
    return new UsageError("unknown flag --data", "The whole body is --input.")
  const names = flags.flatMap(({ name, aliases = [], type }) => [
    ...[name, ...aliases],
    ...(type === "boolean" && !name.startsWith("no-") ? [`no-${name}`] : []),
  ])
  const near = nearest(written.replace(/^--?/, ""), [...names.filter(({ length }) => length > 1), ...others])
  return new UsageError(`unknown flag ${written}`, near && `Did you mean --${near}?`)
}

/** A hint for a field as a sentence about flags. */
const flagHint = (hint: string) =>
  `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`.replaceAll(
    /`([a-z_]+)`/g,
    (_, field: string) => `\`--${field.replaceAll("_", "-")}\``,
  )
