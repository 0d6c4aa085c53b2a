import { existsSync } from "node:fs"
import { RequestError } from "../../../sdk/client/errors.ts"
import type { Context } from "../../connection/context.ts"
import { showAsTheyCome } from "../../runners/follow.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { type Files, folderOf, loadFiles } from "./files.ts"
import { pushAll } from "./push.ts"
import { actionColumns, columnsOf, type TemplateLine } from "./rows.ts"
import { ChangeWatcher } from "./saves.ts"

/** `mas templates watch`: pushes whenever a file is saved, until Ctrl-C. Reports errors and continues with the next save. */
export async function run(context: Context): Promise<ExitCode> {
  const files = await loadFiles()
  const columns = columnsOf(context, actionColumns)
  if (context.globals["dry-run"]) {
    await context.output.rows(pushAll(context, files, { isDry: true, mayAsk: false }), { columns })
    return exitCodes.ok
  }
  return showAsTheyCome(context, pushes(context, files), { columns })
}

async function* pushes(context: Context, files: Files): AsyncGenerator<TemplateLine> {
  const { io } = context
  const dir = folderOf(context)
  const saves = new ChangeWatcher(dir, files.isOwnFile, io.signal)
  try {
    context.note(`Watching ${dir}: saved templates are pushed. Ctrl-C ends it.`)
    while (!io.signal.aborted) {
      yield* tryPush(context, files)
      await saves.next()
    }
  } finally {
    saves.close()
  }
}

async function* tryPush(context: Context, files: Files): AsyncGenerator<TemplateLine> {
  if (!existsSync(folderOf(context))) {
    context.note(`The folder ${folderOf(context)} is missing: pushing resumes once it is back.`)
    return
  }
  try {
    for await (const line of pushAll(context, files, { mayAsk: false }))
      if (line.action !== "none" || line.state === "deleted_there") yield line
  } catch (error) {
    if (context.io.signal.aborted) return
    if (error instanceof CliError) context.note([error.message, error.hint].filter(Boolean).join(". "))
    else if (error instanceof RequestError) context.note(error.message)
    else throw error
  }
}
