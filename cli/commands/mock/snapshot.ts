import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { control } from "../../runners/control.ts"
import { writeTextFile } from "../../terminal/output/write-file.ts"

export async function run(context: Context): Promise<void> {
  const to = textOf(context.flags, "to") ?? "-"
  const text = JSON.stringify(await control<unknown>(context, "GET /snapshot"))
  if (to === "-") await context.output.text(text)
  else {
    await writeTextFile(context.io, to, `${text}\n`)
    context.note(
      `Written to ${to}. Restore it with: ${context.nextCommand({ words: ["mock", "restore"], args: [to] })}`,
    )
  }
}
