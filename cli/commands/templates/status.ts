import type { Context } from "../../context.ts"
import { type ExitCode, exitCodes } from "../../errors/exit-codes.ts"
import { isOn } from "../../line/flag-values.ts"
import type { Screen } from "../../output/output.ts"
import type { Problem } from "../../templates/index.ts"
import { loadFiles, needFolder, refuse } from "./files.ts"
import { isSettled, look, obstacleOf, problemsOf, targetsOf } from "./look.ts"
import { columnsOf, lineOf, stateColumns, type TemplateLine } from "./rows.ts"

/** `mas templates status`: each template here and at the service. With `--check` exit code 1 where one differs. */
export async function status(context: Context): Promise<ExitCode> {
  needFolder(context)
  const files = await loadFiles()
  const rows: TemplateLine[] = []
  // The same for each brand.
  let unread: Problem[] = []
  for (const target of await targetsOf(context, files)) {
    const { pairs } = await look(context, files, target)
    for (const pair of pairs) {
      const detail = obstacleOf(context, pair)
      if (pair.state !== "gone") rows.push(lineOf(context, target, pair, detail === undefined ? {} : { detail }))
    }
    unread = problemsOf(pairs)
  }
  await context.output.rows(rows, { columns: columnsOf(context, stateColumns) })
  refuse(context, unread)
  const isSame = rows.every(isSettled)
  return isSame || !isOn(context.flags, "check") ? exitCodes.ok : exitCodes.failure
}

interface DiffLine extends TemplateLine {
  readonly diff: string
}

/** `mas templates diff`: what differs, line by line. */
export async function diff(context: Context): Promise<void> {
  needFolder(context)
  const files = await loadFiles()
  const rows: DiffLine[] = []
  let unread: Problem[] = []
  for (const target of await targetsOf(context, files)) {
    const { pairs } = await look(context, files, target)
    for (const pair of pairs) {
      if (!isSettled(pair) && pair.state !== "unreadable")
        rows.push({ ...lineOf(context, target, pair), diff: files.diffOf(pair).join("\n") })
    }
    unread = problemsOf(pairs)
  }
  const lines = rows.flatMap((row) => row.diff.split("\n"))
  await context.output.rows(rows, { draw: (screen) => lines.map((line) => paintedLine(line, screen)).join("\n") })
  refuse(context, unread)
}

/** A line of a diff as people know it. */
export function paintedLine(line: string, screen: Screen): string {
  const text = screen.safe(line)
  if (/^(?:---|\+\+\+) /.test(line)) return screen.paint("bold", text)
  if (line.startsWith("+")) return screen.paint("green", text)
  if (line.startsWith("-")) return screen.paint("red", text)
  return line.startsWith("@@") ? screen.paint("cyan", text) : text
}
