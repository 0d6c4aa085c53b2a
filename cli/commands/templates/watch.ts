import { type FSWatcher, watch } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { RequestError } from "../../../sdk/errors.ts"
import type { Context } from "../../context.ts"
import { CliError, reasonOf, UsageError } from "../../errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../errors/exit-codes.ts"
import { showAsTheyCome } from "../../mock/follow.ts"
import { type Files, folderOf, loadFiles } from "./files.ts"
import { pushAll } from "./push.ts"
import { actionColumns, columnsOf, type TemplateLine } from "./rows.ts"

/** Milliseconds of quiet after which a save counts as done: editors write a file in several steps. */
const quiet = 200

/** `mas templates watch`: pushes whenever a file is saved, until Ctrl-C. What goes wrong is said, and the next save tried. */
export async function run(context: Context): Promise<ExitCode> {
  const files = await loadFiles()
  const columns = columnsOf(context, actionColumns)
  if (context.globals["dry-run"]) {
    await context.output.rows(await pushAll(context, files, { isDry: true, mayAsk: false }), { columns })
    return exitCodes.ok
  }
  return showAsTheyCome(context, pushes(context, files), { columns })
}

async function* pushes(context: Context, files: Files): AsyncGenerator<TemplateLine> {
  const { io } = context
  const dir = folderOf(context)
  const isOurs = (name: string) => name.startsWith(".") || name.startsWith(files.lockName)
  const saves = new Saves(dir, isOurs, io.signal)
  try {
    context.note(`Watching ${dir}: what is saved is pushed. Ctrl-C ends it.`)
    while (!io.signal.aborted) {
      for (const line of await tryPush(context, files)) if (line.action !== "none") yield line
      await saves.next()
    }
  } finally {
    saves.close()
  }
}

async function tryPush(context: Context, files: Files): Promise<TemplateLine[]> {
  try {
    return await pushAll(context, files, { mayAsk: false })
  } catch (error) {
    if (context.io.signal.aborted) return []
    if (error instanceof CliError) context.note([error.message, error.hint].filter(Boolean).join(". "))
    else if (error instanceof RequestError) context.note(error.message)
    else throw error
    return []
  }
}

/** The saves of files in a folder, one after the other. */
class Saves {
  readonly #watcher: FSWatcher
  readonly #signal: AbortSignal
  #isSaved = false
  #wake = () => {}

  constructor(dir: string, isOurs: (name: string) => boolean, signal: AbortSignal) {
    this.#signal = signal
    try {
      this.#watcher = watch(dir, { recursive: true })
    } catch (error) {
      throw new UsageError(`${dir} cannot be watched: ${reasonOf(error)}`)
    }
    this.#watcher.on("change", (_event, name) => {
      if (isOurs(String(name))) return
      this.#isSaved = true
      this.#wake()
    })
    signal.addEventListener("abort", () => this.#wake())
  }

  /** Resolves once something was saved and the folder is quiet again, or when the command is to end. */
  async next(): Promise<void> {
    while (!this.#isSaved && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    while (this.#isSaved && !this.#signal.aborted) {
      this.#isSaved = false
      await pause(quiet)
    }
  }

  close(): void {
    this.#watcher.close()
  }
}
