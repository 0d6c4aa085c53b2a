import type { Context } from "../../connection/context.ts"
import type { Screen } from "../../terminal/output/output.ts"
import { comparedRows } from "./compared-rows.ts"
import { refuse } from "./files.ts"
import { isSettled } from "./look.ts"
import { lineOf } from "./rows.ts"

export async function run(context: Context): Promise<void> {
  const { rows, unread } = await comparedRows(context, (files, target, pair) =>
    isSettled(pair) || pair.state === "unreadable"
      ? []
      : [{ ...lineOf(context, target, pair), diff: files.diffOf(pair).join("\n") }],
  )
  const lines = rows.flatMap((row) => row.diff.split("\n"))
  await context.output.rows(rows, { draw: (screen) => lines.map((line) => paintedLine(line, screen)).join("\n") })
  refuse(context, unread)
}

export function paintedLine(line: string, screen: Screen): string {
  const text = screen.safe(line)
  if (/^(?:---|\+\+\+) /.test(line)) return screen.paint("bold", text)
  if (line.startsWith("+")) return screen.paint("green", text)
  if (line.startsWith("-")) return screen.paint("red", text)
  return line.startsWith("@@") ? screen.paint("cyan", text) : text
}
