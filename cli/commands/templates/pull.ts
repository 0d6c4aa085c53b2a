import { join, relative } from "node:path"
import type { Context } from "../../connection/context.ts"
import { textOf, textsOf } from "../../line/flag-values.ts"
import { shell } from "../../line/shell-word.ts"
import type { Conflict, Pair, Problem } from "../../templates/index.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { nothingFound } from "../../terminal/errors/nothing-found.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { confirmAll } from "./account.ts"
import { agreed, conflictError, showDiff } from "./ask.ts"
import { type Files, folderOf, isSelected, loadFiles, needFolder, onDisk, refuse } from "./files.ts"
import { lockFolder } from "./folder-lock.ts"
import { keep, keepRenames } from "./keep.ts"
import {
  blockedReason,
  loadStatus,
  problemsOf,
  shouldKeep,
  type Target,
  type TemplateStatus,
  targetsOf,
} from "./look.ts"
import { type Action, actionColumns, columnsOf, lineOf, type TemplateLine } from "./rows.ts"

const solutions = ["mark", "ours", "theirs"] as const
type Solution = (typeof solutions)[number]

export async function run(context: Context): Promise<ExitCode> {
  const files = await loadFiles()
  if (context.globals["dry-run"]) return pull(context, files)
  needFolder(context, true)
  const release = await lockFolder(context, files)
  try {
    if (await onDisk(() => files.solveLock(folderOf(context))))
      context.note(
        `${files.lockName} had a merge conflict: the entries of both branches are in it, the newer one of each folder.`,
      )
    return await pull(context, files)
  } finally {
    release()
  }
}

async function pull(context: Context, files: Files): Promise<ExitCode> {
  const lines: TemplateLine[] = []
  const remaining: Pair[] = []
  let hint: string | undefined
  let isEmpty = true
  // The same for each brand.
  let unread: Problem[] = []
  const solved = await solveMarked(context, files)
  const show = () => context.output.rows(lines, { columns: columnsOf(context, actionColumns) })
  const pullFrom = async (target: Target) => {
    const looked = await loadStatus(context, files, target)
    unread = problemsOf(looked.pairs.filter((pair) => !isSolved(files, solved, pair)))
    if (looked.pairs.length > 0) isEmpty = false
    const isDeleting = (context.globals.yes || context.isInteractive) && !context.globals["dry-run"]
    if (looked.isAllLost && isDeleting) await confirmAll(context, "Deleting all their folders", target.account)
    for (const pair of await settled(context, files, looked.pairs)) {
      if (context.io.signal.aborted) throw interruption(lines)
      const { action, detail, isLeft } = await pullOrSolve(context, files, looked, pair, solved)
      if (isLeft) remaining.push(pair)
      if (isLeft && detail !== undefined) hint ??= detail
      if (action !== "none" || detail !== undefined)
        lines.push(lineOf(context, target, pair, { action, ...(detail === undefined ? {} : { detail }) }))
    }
  }
  try {
    // Sequential: each brand is compared with the files that the previous one wrote.
    for (const target of await targetsOf(context, files)) await pullFrom(target)
  } catch (error) {
    // Show the templates already pulled, whatever stopped the rest.
    if (lines.length > 0) await show()
    throw error
  }
  await show()
  if (remaining.length > 0) throw conflictError(context, files, remaining, "None of these was written", hint)
  refuse(context, unread, whatWasPulled(context, lines))
  if (isEmpty) throw nothingFound("The service has no template", "Is this the right account, and the right brand?")
  if (lines.length === 0) context.note("Nothing to pull: the files have what the service has.")
  return lines.some(({ action }) => action === "conflict") ? exitCodes.conflict : exitCodes.ok
}

function interruption(lines: readonly TemplateLine[]): CliError {
  const count = lines.filter(({ action }) => action !== "none").length
  return new CliError("interrupted", exitCodes.interrupted, {
    hint: `${count === 0 ? "Nothing was" : `${countText(count)} ${count === 1 ? "template was" : "templates were"}`} pulled. The next pull goes on from there.`,
  })
}

/** What happened to the templates beside those that cannot be read. */
function whatWasPulled({ globals }: Context, lines: readonly TemplateLine[]): string {
  if (globals["dry-run"]) return "Nothing was written: this was a dry run."
  const waiting = lines.filter(({ action, state }) => action === "none" && state !== "unreadable")
  if (waiting.length === 0) return "The others were pulled."
  return `${waiting.map(({ folder }) => folder).join(", ")}: not pulled, as the rows say. The others were.`
}

/** Records renames, but not what may be a new folder: only a push sends one, and asks. */
async function settled(context: Context, files: Files, pairs: readonly Pair[]): Promise<Pair[]> {
  if (context.globals["dry-run"]) return [...pairs]
  const isNew = ({ state }: Pair) => state === "new_here"
  return [
    ...(await keepRenames(
      context,
      files,
      pairs.filter((pair) => !isNew(pair)),
    )),
    ...pairs.filter(isNew),
  ]
}

/** Marked conflicts can still be resolved by choosing a side; returns the folders where that was done, or would be. */
async function solveMarked(context: Context, files: Files): Promise<ReadonlySet<string>> {
  const { flags, globals } = context
  const side = textOf(flags, "on-conflict")
  const solved = new Set<string>()
  if (side !== "ours" && side !== "theirs") return solved
  const { dir, unreadable } = await files.readTemplates(folderOf(context))
  const only = textsOf(flags, "only")
  const isDry = globals["dry-run"] === true
  for (const folder of unreadable.keys()) {
    if (!isSelected(only, { folder })) continue
    if (await onDisk(() => files.solveMarks(join(dir, folder), side, isDry))) solved.add(folder)
  }
  return solved
}

/** False where the files have other errors, too. */
const isSolved = (files: Files, solved: ReadonlySet<string>, { folder, problems }: Pair): boolean =>
  solved.has(folder) && files.hasOnlyMarks(problems ?? [])

async function pullOrSolve(
  context: Context,
  files: Files,
  looked: TemplateStatus,
  pair: Pair,
  solved: ReadonlySet<string>,
): Promise<Pulled> {
  if (!isSolved(files, solved, pair)) return pullOne(context, files, looked, pair)
  // In a dry run the markers are still there.
  const pulled: Pulled = pair.problems ? { action: "none" } : await pullOne(context, files, looked, pair)
  if (pulled.action !== "none" || pulled.detail !== undefined) return pulled
  return {
    action: "merge",
    detail: `Of the lines between conflict markers, ${textOf(context.flags, "on-conflict")} are kept.`,
  }
}

interface Pulled {
  readonly action: Action
  readonly detail?: string | undefined
  /** True for an unresolved conflict. */
  readonly isLeft?: true
}

async function pullOne(context: Context, files: Files, looked: TemplateStatus, pair: Pair): Promise<Pulled> {
  const { target } = looked
  const { folder, state, local } = pair
  const holder = holderOf(files, looked, pair)
  if (holder) {
    return { action: "none", detail: `${holder.folder}, which cannot be read, may be this template: correct it first.` }
  }
  const isDry = context.globals["dry-run"] === true
  const note = async () => {
    if (!isDry) await keep(context, files, target, pair)
  }
  switch (state) {
    case "unreadable":
      return { action: "none", detail: blockedReason(context, pair) }
    case "same":
    case "gone":
      if (shouldKeep(files, pair)) await note()
      return { action: "none" }
    case "new_here":
    case "changed_here":
      return { action: "none" }
    case "forgotten":
      return textsOf(context.flags, "only") ? take(context, files, looked, pair) : { action: "none" }
    case "deleted_here":
      switch (await wayOfDeleted(context, pair)) {
        case "write":
          return take(context, files, looked, pair)
        case "forget":
          if (!isDry) await keep(context, files, target, { ...pair, forgotten: true })
          return {
            action: "forget",
            detail: `It stays at the service. Fetch it: ${shell`mas templates pull --only ${folder}`}`,
          }
        default:
          return { action: "none", detail: "Its folder was deleted: --on-deleted write or forget decides what to do." }
      }
    case "deleted_there": {
      const isChanged = local && pair.base && files.changedFields(local.content, pair.base).length > 0
      if (isChanged || !pair.base)
        return {
          action: "none",
          detail: "It was deleted at the service, and changed here: mas templates push adds it again.",
        }
      if (!context.isInteractive && !context.globals.yes && !isDry)
        return { action: "none", detail: "It was deleted at the service: --yes deletes its folder." }
      if (!(await agreed(context, `Delete the folder ${folder}, which was deleted at the service`, true)))
        return { action: "none" }
      if (local && !isDry) await onDisk(() => files.deleteTemplate(local.path))
      await note()
      return { action: "delete" }
    }
    default:
      return take(context, files, looked, pair)
  }
}

/** The folder without a lock file entry that may be this template, but cannot be read. */
function holderOf(files: Files, { pairs, set }: TemplateStatus, { state, base, remote }: Pair): Pair | undefined {
  if (state !== "new_there" && state !== "deleted_here") return undefined
  const contents = [base, remote?.content].filter((content) => content !== undefined)
  return pairs.find(
    ({ folder, problems, entry }) =>
      problems && !entry && files.mayHold(folder, set.traces.get(folder), contents, state === "deleted_here"),
  )
}

/** Merges the service's content into a template's files. */
async function take(context: Context, files: Files, { set, target }: TemplateStatus, pair: Pair): Promise<Pulled> {
  const { folder, state, local } = pair
  let resolved = files.resolve(pair, set.partials, "mark")
  const solution =
    resolved.conflicts.length === 0 ? undefined : await solutionOf(context, files, pair, resolved.conflicts)
  if (resolved.conflicts.length > 0) {
    const compiled = compiledText(context, resolved.conflicts)
    if (solution === undefined || (compiled !== undefined && solution !== "ours"))
      return { action: "conflict", isLeft: true, detail: compiled ?? blockedReason(context, pair) }
    resolved = files.resolve(pair, set.partials, solution)
  }
  if (!context.globals["dry-run"]) {
    const path = local?.path ?? join(set.dir, folder)
    const saved = await onDisk(() => files.writeTemplate(path, resolved, local))
    if (saved !== undefined) {
      const file = relative(context.io.cwd, saved)
      return { action: "conflict", detail: `${file} was saved in the meantime: nothing was written. Pull again.` }
    }
    await keep(context, files, target, pair)
  }
  for (const { tag, why } of resolved.loosened)
    context.note(`${folder}: the text that ${context.output.screen.safe(tag)} put in stays in the file: ${why}.`)
  if (solution === "mark")
    return {
      action: "conflict",
      detail: "Both sides are in the files, between conflict markers: keep the correct lines.",
    }
  return { action: state === "changed_both" ? "merge" : "write" }
}

/** Explains that a compiled part cannot be merged, and what to do instead. */
function compiledText({ io }: Context, conflicts: readonly Conflict[]): string | undefined {
  for (const { field, compiledFrom } of conflicts) {
    if (compiledFrom === undefined) continue
    return `${field} is compiled from ${relative(io.cwd, compiledFrom)}: make the change there, then pull with --on-conflict ours.`
  }
  return undefined
}

async function wayOfDeleted({ ask, flags, globals, isInteractive }: Context, { folder }: Pair): Promise<string> {
  const policy = textOf(flags, "on-deleted")
  if (policy !== undefined) return policy
  if (!isInteractive || globals["dry-run"]) return "leave"
  return ask.choice(`The folder ${folder} was deleted, and the template is still at the service. What to do?`, [
    { value: "write", description: "the folder is written again" },
    { value: "forget", description: "ignored from now on; it stays at the service" },
    { value: "leave", description: "nothing now; the next pull asks again" },
  ])
}

async function solutionOf(
  context: Context,
  files: Files,
  pair: Pair,
  conflicts: readonly Conflict[],
): Promise<Solution | undefined> {
  const policy = textOf(context.flags, "on-conflict")
  if (policy !== undefined) return solutions.find((one) => one === policy)
  if (!context.isInteractive || context.globals["dry-run"]) return undefined
  const fields = conflicts.map(({ field }) => field).join(" and ")
  const compiled = compiledText(context, conflicts)
  showDiff(context, files, pair)
  if (compiled !== undefined) context.note(compiled)
  const where = pair.state === "changed_both" ? "here and at the service" : "at the service"
  const decision = await context.ask.choice(`${pair.folder}: ${fields} changed ${where}. What to do?`, [
    { value: "leave", description: "nothing is written" },
    ...(compiled === undefined
      ? [{ value: "mark", description: "both go into the file, between conflict markers" }]
      : []),
    { value: "ours", description: "keep the local lines" },
    ...(compiled === undefined ? [{ value: "theirs", description: "take the service's lines" }] : []),
  ])
  return solutions.find((one) => one === decision)
}
