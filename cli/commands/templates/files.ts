import { statSync } from "node:fs"
import { relative, resolve } from "node:path"
import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import type { FolderTemplate, Place, Problem, TemplateSet } from "../../templates/index.ts"
// One line, so that two files of dist can contain it.
import { placeText } from "../../templates/place.ts"
import { CliError, cannotWrite, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { nothingFound } from "../../terminal/errors/nothing-found.ts"
import { countText } from "../../terminal/output/numbers.ts"

export type Files = typeof import("../../templates/index.ts")

/** A separate file: next to this one in dist and in the sources. */
const file = import.meta.url.endsWith(".ts") ? "../../templates/index.ts" : "./templates.cjs"

/** The template file functions, loaded only by the commands that need them. */
export const loadFiles = (): Promise<Files> => import(file)

export const folderOf = ({ args, flags, io }: Context): string =>
  resolve(io.cwd, textOf(args, "dir") ?? textOf(flags, "dir") ?? "templates")

export async function readFolder(context: Context, files: Files): Promise<TemplateSet> {
  const set = await files.readTemplates(folderOf(context))
  refuse(context, set.problems)
  return set
}

/** Ends the command when files have problems, and lists each with its place; the hint tells what happened to the rest. */
export function refuse(context: Context, problems: readonly Problem[], hint?: string): void {
  const { output, quote } = context
  const lines = problems.map((problem) => ({ place: shownPlace(context, problem), message: problem.message }))
  const [first, ...others] = lines
  if (first === undefined) return
  if (others.length > 0 && !output.format.endsWith("json"))
    for (const { place: location, message } of lines) quote(output.screen.safe(`${location} ${message}`))
  const more = others.length > 0 ? ` (and ${countText(others.length)} more)` : ""
  throw new CliError(`${first.place} ${first.message}${more}`, exitCodes.validation, {
    hint,
    validationErrors: Object.fromEntries(lines.map(({ place: location, message }) => [location, [message]])),
  })
}

export const shownPlace = ({ io }: Context, location: Place): string =>
  placeText({ ...location, file: relative(io.cwd, location.file) })

export const problemText = (context: Context, problem: Problem): string =>
  `${shownPlace(context, problem)} ${problem.message}`

/** Throws when the path is not a folder, or is missing and the command needs it. */
export function needFolder(context: Context, mayBeMissing = false): void {
  const dir = folderOf(context)
  const folder = statSync(dir, { throwIfNoEntry: false })
  if (folder?.isDirectory() || (folder === undefined && mayBeMissing)) return
  const displayPath = textOf(context.args, "dir") ?? textOf(context.flags, "dir") ?? "templates"
  if (folder !== undefined) throw new UsageError(`${displayPath} is a file`, "Name a folder of templates.")
  throw new UsageError(`there is no folder ${displayPath}`, "Name another, or run mas templates pull, which writes it.")
}

/** The error where a folder, and the service if it was asked, has none of the templates that are meant. */
export function noTemplates(context: Context): CliError {
  const folder = textOf(context.args, "dir") ?? textOf(context.flags, "dir") ?? "templates"
  return nothingFound(`${folder} has no template`, "Name another folder, or run mas templates pull, which writes it.")
}

/** Changes files; a file system error is reported to the user. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && "path" in error) throw cannotWrite(String(error.path), error)
    throw error
  }
}

export const isSelected = (only: readonly string[] | undefined, { folder }: Pick<FolderTemplate, "folder">): boolean =>
  only === undefined || only.includes(folder)
