import type { Context } from "../../connection/context.ts"
import type { Pair } from "../../templates/index.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { paintedLine } from "./diff.ts"
import type { Files } from "./files.ts"
import { blockedReason } from "./look.ts"

/** Asks about one of several templates: "no" leaves it unchanged. `what` is a sentence without its full stop. */
export async function agreed(context: Context, what: string, isLocal = false): Promise<boolean> {
  try {
    await context.confirm(what, { isLocal })
    return true
  } catch (error) {
    if (error instanceof CliError && error.code === "declined") return false
    throw error
  }
}

export function showDiff(context: Context, files: Files, pair: Pair): void {
  for (const line of files.diffOf(pair)) context.drawn(paintedLine(line, context.output.screen))
}

/** An error for conflicts, with the outcome (a sentence without its full stop) and how to resolve them. */
export function conflictError(
  context: Context,
  files: Files,
  conflicts: readonly Pair[],
  outcome: string,
  hint?: string,
): CliError {
  for (const pair of conflicts) showDiff(context, files, pair)
  const names = [...new Set(conflicts.map(({ folder }) => folder))]
  const obstacle = conflicts.map((pair) => blockedReason(context, pair)).find(Boolean)
  const isOfBoth = conflicts.every(({ state }) => state === "changed_both")
  const what = isOfBoth ? "Changed here and at the service" : "Changed at the service, and cannot be merged here"
  return new CliError(`${what}: ${names.join(", ")}. ${outcome}`, exitCodes.conflict, {
    hint:
      hint ??
      obstacle ??
      "Merge the service's changes with mas templates pull. For lines that both sides changed, add --on-conflict mark, ours or theirs.",
  })
}
