import type { Context } from "../../connection/context.ts"
import { isOn } from "../../line/flag-values.ts"
import type { Pair } from "../../templates/index.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import type { Screen } from "../../terminal/output/output.ts"
import { type Files, loadFiles, needFolder, noTemplates, refuse } from "./files.ts"
import {
  blockedReason,
  isSettled,
  loadStatus,
  problemsOf,
  type Target,
  type TemplateStatus,
  targetsOf,
} from "./look.ts"
import { columnsOf, lineOf, stateColumns } from "./rows.ts"

/** `mas templates status`: compares each template here and at the service. With `--check`, exit code 1 if one differs. */
export async function status(context: Context): Promise<ExitCode> {
  const { rows, unread } = await compared(context, (_files, target, pair) => {
    const detail = blockedReason(context, pair)
    return pair.state === "gone" ? [] : [lineOf(context, target, pair, detail === undefined ? {} : { detail })]
  })
  await context.output.rows(rows, { columns: columnsOf(context, stateColumns) })
  refuse(context, unread)
  const isSame = rows.every(isSettled)
  return isSame || !isOn(context.flags, "check") ? exitCodes.ok : exitCodes.failure
}

export async function diff(context: Context): Promise<void> {
  const { rows, unread } = await compared(context, (files, target, pair) =>
    isSettled(pair) || pair.state === "unreadable"
      ? []
      : [{ ...lineOf(context, target, pair), diff: files.diffOf(pair).join("\n") }],
  )
  const lines = rows.flatMap((row) => row.diff.split("\n"))
  await context.output.rows(rows, { draw: (screen) => lines.map((line) => paintedLine(line, screen)).join("\n") })
  refuse(context, unread)
}

/** The rows of all brands, and the problems of the files, which are the same for each brand. */
async function compared<Row>(context: Context, rowsOf: (files: Files, target: Target, pair: Pair) => Row[]) {
  needFolder(context)
  const files = await loadFiles()
  const looks: TemplateStatus[] = []
  for (const target of await targetsOf(context, files)) looks.push(await loadStatus(context, files, target))
  if (looks.every(({ pairs }) => pairs.length === 0)) throw noTemplates(context)
  const rows = looks.flatMap(({ target, pairs }) => pairs.flatMap((pair) => rowsOf(files, target, pair)))
  return { rows, unread: problemsOf(looks.at(-1)?.pairs ?? []) }
}

export function paintedLine(line: string, screen: Screen): string {
  const text = screen.safe(line)
  if (/^(?:---|\+\+\+) /.test(line)) return screen.paint("bold", text)
  if (line.startsWith("+")) return screen.paint("green", text)
  if (line.startsWith("-")) return screen.paint("red", text)
  return line.startsWith("@@") ? screen.paint("cyan", text) : text
}
