import type { Context } from "../../connection/context.ts"
import { isOn } from "../../line/flag-values.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { comparedRows } from "./compared-rows.ts"
import { refuse } from "./files.ts"
import { blockedReason, isSettled } from "./look.ts"
import { columnsOf, lineOf, stateColumns } from "./rows.ts"

/** `mas templates status`: compares each template here and at the service. With `--check`, exit code 1 if one differs. */
export async function run(context: Context): Promise<ExitCode> {
  const { rows, unread } = await comparedRows(context, (_files, target, pair) => {
    const detail = blockedReason(context, pair)
    return pair.state === "gone" ? [] : [lineOf(context, target, pair, detail === undefined ? {} : { detail })]
  })
  await context.output.rows(rows, { columns: columnsOf(context, stateColumns) })
  refuse(context, unread)
  const isSame = rows.every(isSettled)
  return isSame || !isOn(context.flags, "check") ? exitCodes.ok : exitCodes.failure
}
