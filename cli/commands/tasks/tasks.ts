import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, join, resolve } from "node:path"
import type { Context } from "../../context.ts"
import { CliError, cannotWrite, UsageError } from "../../errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../errors/exit-codes.ts"
import { textOf } from "../../line/flag-values.ts"
import { shellWord } from "../../line/shell-word.ts"
import { type CheckLine, exitCodeOf, printCheck } from "../../output/check-lines.ts"
import { packageFile } from "../package-file.ts"
import { taskNames } from "../specs/tasks.ts"

/** `examples/tasks/grading.mjs`, which ships unchanged. */
interface Grading {
  gradeTask(folder: string, options: { readonly signal: AbortSignal; note(says: string): void }): Promise<CheckLine[]>
}

export async function list({ program, output }: Context): Promise<void> {
  const tasks = tasksFolder(program)
  const rows = taskNames.map((name) => ({ name, title: titleIn(join(tasks, name)) }))
  await output.rows(rows, { columns: ["name", "title"] })
}

export async function start(context: Context): Promise<void> {
  const { args, globals, io, note, output, program } = context
  const name = textOf(args, "name") ?? ""
  const dir = textOf(args, "dir") ?? name
  const [from, folder] = [join(tasksFolder(program), name), resolve(io.cwd, dir)]
  const hint = `Name another: mas tasks start ${name} <dir>`
  if (isFull(folder)) throw new UsageError(`${dir} exists and is not empty`, hint)
  if (globals["dry-run"]) {
    await output.record({ name, title: titleIn(from), folder })
    return note("Nothing was written: this is a dry run.")
  }
  try {
    mkdirSync(folder, { recursive: true })
    cpSync(join(from, "TASK.md"), join(folder, "TASK.md"))
    cpSync(join(from, "start"), folder, { recursive: true })
  } catch (error) {
    throw cannotWrite(dir, error, hint)
  }
  await output.record({ name, title: titleIn(folder), folder })
  note(
    `Read ${join(dir, "TASK.md")}, and node_modules/mas-sdk/AGENTS.md, which links all documents. Then: mas tasks grade ${shellWord(dir)}`,
  )
}

/** `mas tasks grade`: exit code 0 when no line failed, else 1. */
export async function grade(context: Context): Promise<ExitCode> {
  const { args, globals, io, output, program } = context
  const dir = textOf(args, "dir") ?? "."
  const folder = resolve(io.cwd, dir)
  const name = nameIn(folder)
  if (name === undefined) {
    const meant = taskNames.find((one) => one === basename(folder)) ?? "send-once"
    throw new UsageError(`${dir} has no TASK.md of a task`, `Create one: mas tasks start ${meant}`)
  }
  if (globals["dry-run"]) {
    await output.record({ name, title: titleIn(folder), folder })
    return exitCodes.ok
  }
  if (!findsPackage(folder)) {
    throw new CliError("mas-sdk is not installed there", exitCodes.failure, { hint: "npm install mas-sdk" })
  }
  const graders = join(tasksFolder(program), "grading.mjs")
  const { gradeTask }: Grading = createRequire(graders)(graders)
  const lines = await gradeTask(folder, { signal: io.signal, note: (says) => context.note(says) })
  return exitCodeOf(await printCheck(lines, context))
}

const isFull = (path: string) => existsSync(path) && !(statSync(path).isDirectory() && readdirSync(path).length === 0)

function tasksFolder(program: Context["program"]): string {
  const folder = packageFile(program, "examples/tasks")
  if (folder === undefined) throw new CliError("The tasks are not in this copy of mas-sdk", exitCodes.failure)
  return folder
}

/** The first line of a TASK.md is `# name: title`. */
const headingIn = (folder: string) => {
  const path = join(folder, "TASK.md")
  const [, name, title] = /^# ([\w-]+): (.*)/.exec(existsSync(path) ? readFileSync(path, "utf8") : "") ?? []
  return { name, title }
}
const titleIn = (folder: string) => headingIn(folder).title ?? ""
const nameIn = (folder: string) => taskNames.find((name) => name === headingIn(folder).name)

function findsPackage(folder: string): boolean {
  try {
    createRequire(join(folder, "any.mjs")).resolve("mas-sdk")
    return true
  } catch {
    return false
  }
}
