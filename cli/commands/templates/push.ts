import { ConflictError, RequestError } from "../../../sdk/client/errors.ts"
import { findingText } from "../../../sdk/sending/lint/finding-text.ts"
import type { Context } from "../../connection/context.ts"
import { isOn } from "../../line/flag-values.ts"
import type { Content, Pair, Problem } from "../../templates/index.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { confirmAll } from "./account.ts"
import { agreed, conflictError } from "./ask.ts"
import { type Files, loadFiles, needFolder, noTemplates, refuse, shownPlace } from "./files.ts"
import { lockFolder } from "./folder-lock.ts"
import { keep, keepRenames } from "./keep.ts"
import { isSettled, loadStatus, problemsOf, shouldKeep, type Target, type TemplateStatus, targetsOf } from "./look.ts"
import { type Action, actionColumns, columnsOf, lineOf, type TemplateLine } from "./rows.ts"
import { sendTemplate } from "./send-template.ts"
import { resolveRenames } from "./settle-renames.ts"

export async function run(context: Context): Promise<ExitCode> {
  const files = await loadFiles()
  const isCheck = isOn(context.flags, "check")
  const isDry = isCheck || context.globals["dry-run"] === true
  const lines: TemplateLine[] = []
  const show = () => context.output.rows(lines, { columns: columnsOf(context, actionColumns) })
  try {
    for await (const line of pushAll(context, files, { isDry, mayAsk: true })) lines.push(line)
  } catch (error) {
    // Show the templates already pushed, whatever stopped the rest.
    if (lines.length > 0) await show()
    throw error
  }
  await show()
  if (lines.length === 0) context.note("Nothing to push: the service has the same templates.")
  return isCheck && lines.length > 0 ? exitCodes.failure : exitCodeOf(lines)
}

function exitCodeOf(lines: readonly TemplateLine[]): ExitCode {
  if (lines.every(({ action }) => action !== "refused")) return exitCodes.ok
  return lines.some(({ action }) => action === "create" || action === "update")
    ? exitCodes.partly
    : exitCodes.validation
}

const unsent = "Nothing was sent."

interface PushOptions {
  readonly isDry?: boolean
  /** False: skip whatever would need a question. */
  readonly mayAsk: boolean
}

/** Pushes to each brand, if none has conflicts; yields a line for each template that differs, as soon as it is done. */
export async function* pushAll(
  context: Context,
  files: Files,
  options: PushOptions,
): AsyncGenerator<TemplateLine, void> {
  needFolder(context)
  const release = options.isDry ? () => {} : await lockFolder(context, files)
  try {
    yield* pushInTurn(context, files, options)
  } finally {
    release()
  }
}

async function* pushInTurn(
  context: Context,
  files: Files,
  { isDry, mayAsk }: PushOptions,
): AsyncGenerator<TemplateLine, void> {
  const looks: TemplateStatus[] = []
  for (const target of await targetsOf(context, files)) {
    const looked = await loadStatus(context, files, target)
    // A check only lists differences.
    const isCheck = isOn(context.flags, "check")
    looks.push(isCheck ? looked : await resolveRenames(context, files, looked, mayAsk && !isDry))
  }
  refuse(context, problemsOf(looks[0]?.pairs ?? []), unsent)
  const isEmpty = looks.every(({ pairs }) =>
    pairs.every(({ local, state }) => local === undefined && state !== "deleted_here"),
  )
  // A folder that is watched may be filled later.
  if (isEmpty && mayAsk) throw noTemplates(context)
  const conflicts = looks.flatMap(({ pairs }) => pairs.filter(({ state }) => state === "changed_both"))
  if (conflicts.length > 0 && !isOn(context.flags, "check"))
    throw conflictError(context, files, conflicts, "Nothing was pushed")
  await checkFiles(context, files, looks)
  for (const { isAllLost, target } of looks)
    if (isAllLost && !isDry && mayAsk) await confirmAll(context, "Adding all of them again", target.account)
  for (const looked of looks) {
    for (const pair of isDry ? looked.pairs : await keepRenames(context, files, looked.pairs)) {
      if (pair.state === "deleted_there" && !mayAsk) {
        yield notAdded(context, looked.target, pair)
        continue
      }
      const line = isDry ? planned(context, looked.target, pair) : await pushOne(context, files, looked, pair)
      if (line) yield line
    }
  }
}

async function checkFiles(context: Context, files: Files, looks: readonly TemplateStatus[]): Promise<void> {
  const { io, quote } = context
  refuse(
    context,
    looks.flatMap(({ pairs }) => pairs.flatMap(withoutBody)),
    unsent,
  )
  const going = looks.flatMap(({ pairs }) => pairs.filter(({ state }) => actions[state] !== undefined))
  const templates = new Map(going.flatMap(({ local }) => (local ? [[local.folder, local]] : [])))
  if (templates.size === 0) return
  const checker = await files.TemplateChecker.load()
  const checked = [...templates.values()].map((template) => ({ template, ...checker.check(template, io.now()) }))
  refuse(
    context,
    checked.flatMap(({ problems }) => problems),
    unsent,
  )
  const unknown = checked.flatMap((template) =>
    template.unknown.map(({ message, ...location }) => `warning ${shownPlace(context, location)}: ${message}`),
  )
  const templateFindings = checked.flatMap(({ template: { folder }, findings }) =>
    findings.map(({ at, sample, ...finding }) => {
      const filled = sample === undefined ? folder : `${folder} with the sample ${sample}`
      const location = at ? shownPlace(context, at) : `${filled}, ${finding.place}`
      return findingText({ ...finding, place: location })
    }),
  )
  const warnings = [...lineEndWarnings(files, going), ...unknown, ...templateFindings]
  for (const warning of warnings) quote(context.output.screen.safe(warning))
  if (warnings.length > 0 && isOn(context.flags, "strict")) {
    throw new CliError("Nothing was pushed: a mail has problems", exitCodes.validation, {
      code: "lint",
      hint: "Correct it, or omit --strict.",
    })
  }
}

/** A new template without a body: it could neither be sent nor deleted. */
function withoutBody({ local, remote }: Pair): Problem[] {
  if (local === undefined || remote !== undefined || local.content.html !== null || local.content.body !== null)
    return []
  const message = "has no body yet: add body.html.liquid or body.txt.liquid"
  return [{ file: local.path, line: 0, column: 0, message }]
}

const actions: Readonly<Partial<Record<Pair["state"], Action>>> = {
  changed_here: "update",
  new_here: "create",
  deleted_there: "create",
  changed_both: "conflict",
}

const details: Readonly<Partial<Record<Pair["state"], string>>> = {
  changed_there: "It was changed at the service: mas templates pull merges the change.",
  new_there: "It is new at the service: mas templates pull writes it.",
  deleted_here:
    "It stays at the service: mas templates pull --on-deleted write writes its folder again, --on-deleted forget ignores it from now on.",
  deleted_there: "It was deleted at the service, and gets a new id.",
}

function planned(
  context: Context,
  target: Target,
  pair: Pair,
  more: Partial<TemplateLine> = {},
): TemplateLine | undefined {
  const { state } = pair
  if (isSettled(pair)) return undefined
  const detail = details[state]
  return lineOf(context, target, pair, { action: actions[state] ?? "none", ...(detail && { detail }), ...more })
}

const notAdded = (context: Context, target: Target, pair: Pair): TemplateLine =>
  lineOf(context, target, pair, {
    action: "none",
    detail: "It was deleted at the service: mas templates push adds it again.",
  })

async function pushOne(
  context: Context,
  files: Files,
  looked: TemplateStatus,
  pair: Pair,
): Promise<TemplateLine | undefined> {
  const { target } = looked
  const { folder, state } = pair
  if (shouldKeep(files, pair)) await keep(context, files, target, pair)
  if (actions[state] === undefined) return planned(context, target, pair)
  if (state === "deleted_there" && !(await agreed(context, `Add ${folder} again, which was deleted there`)))
    return notAdded(context, target, pair)
  try {
    const pushed = await sendTemplate(context, files, looked, pair)
    await keep(context, files, target, { folder, remote: pushed })
    return planned(context, target, { ...pair, remote: pushed })
  } catch (error) {
    if (!isTemplateError(error)) {
      context.note(`${folder} and the templates after it were not pushed.`)
      throw error
    }
    return planned(context, target, pair, { action: "refused", detail: error.message })
  }
}

/** True when the service refused this template's content: others may still be pushed. */
const isTemplateError = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.isRefusal && !(error instanceof ConflictError)

/** A warning for each template in which only line ends changed: Git does that on Windows. */
function lineEndWarnings({ changedFields }: Files, pairs: readonly Pair[]): string[] {
  return pairs.flatMap(({ folder, local, remote }) => {
    if (local === undefined || remote === undefined) return []
    const isRest = changedFields(withPlainEnds(local.content), withPlainEnds(remote.content)).length > 0
    if (isRest) return []
    return [
      `warning ${folder}: only line ends changed. If Git changed them, add \`templates/** -text\` to .gitattributes.`,
    ]
  })
}

const withPlainEnds = (content: Content): Content => ({
  ...content,
  html: content.html?.replaceAll("\r\n", "\n") ?? null,
  body: content.body?.replaceAll("\r\n", "\n") ?? null,
})
