import { basename } from "node:path"
import { IdempotencyConflictError, RequestError } from "../../../sdk/client/errors.ts"
import { idempotencyKey } from "../../../sdk/client/idempotency.ts"
import type { MessageFields, SendMessage } from "../../../sdk/contract/messages.ts"
import { SendCeilingError } from "../../../sdk/sending/ceilings/send-ceiling-error.ts"
import type { SendEach } from "../../../sdk/sending/send-each.ts"
import { identifyAccount } from "../../connection/account/account-identity.ts"
import type { Context } from "../../connection/context.ts"
import { isOn, numberOf, requiredText, textOf } from "../../line/flag-values.ts"
import { checkReadable, fileStats, readText } from "../../line/input/files.ts"
import { RefusedFile, refusedFileId, refusedName, refusedPath, setAside } from "../../runners/refused-file.ts"
import { CliError, reasonOf, UsageError } from "../../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { nothingIn } from "../../terminal/errors/nothing-found.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { foundPace } from "./found-pace.ts"
import { messageFields } from "./line-consent.ts"
import { LineProblems } from "./line-problems.ts"
import { columnsOf, type Line, lines, rowOf } from "./send-each-lines.ts"
import { sendProgress } from "./send-progress.ts"
import { TemplateTexts } from "./template-texts.ts"

/** `mas messages send-each`: sends a message for each line, exactly once even if interrupted. */
export async function run(context: Context): Promise<ExitCode> {
  const { io, flags, globals } = context
  const file = requiredText(flags, "file")
  const keyPartOf = keyTemplate(requiredText(flags, "key"))
  /** The key as the service and its webhooks have it. */
  const keyOf: KeyOf = (row) => idempotencyKey(keyPartOf(row))
  checkReadable(io, file)
  const errors = refusedPath(context, file, refusedName(file, "messages", "ndjson"))
  const identity = await identifyAccount(context)
  context.note(identity.label)
  const columns = await columnsOf(context, file, identity)
  const templates = new TemplateTexts(context)
  const messageOf = await messageTemplate(context, templates)
  if (globals["dry-run"]) {
    await context.output.rows(preview(lines(context, file, columns), keyOf, messageOf), { isStream: true })
    return exitCodes.ok
  }
  if (isOn(flags, "rehearse")) {
    const { rehearse } = await import("./rehearse.ts")
    return rehearse(context, { file, lines: lines(context, file, columns), keyOf, messageOf })
  }
  const problems = new LineProblems(context, file, templates)
  if (fileStats(io, file)) {
    for await (const line of lines(context, file, columns)) await problems.add(line.number, mailOf(line, messageOf))
    problems.report()
  }
  if (context.isInteractive && !globals.yes) {
    if (!(await context.ask.confirm(`Send a message for each line of ${file}?`))) {
      throw new CliError("Nothing was sent", exitCodes.failure, { code: "declined" })
    }
  }
  const before = await sendProgress(context, file, identity, columns)
  const start = isOn(flags, "restart") ? 0 : before.lines
  const refusedBefore = before.refused ?? 0
  const sentBefore = start > 0 ? (before.sent ?? start - refusedBefore) : 0
  if (start > 0) {
    const counts = `${countText(sentBefore)} sent and ${countText(refusedBefore)} refused`
    context.note(`Resuming after ${countText(start)} lines: ${counts} earlier; --restart starts over.`)
  }
  if (before.isFinished) context.note(alreadyFinished)
  // Another account's run may have begun a file of this name since.
  const isContinued = start > 0 && before.refusedFile === refusedFileId(io, errors)
  if (!isContinued) setAside(context, errors)
  const refusedRows = new RefusedFile(io, errors, isContinued ? undefined : "")
  const listed = new Set<number>()
  if (start > 0 && !isContinued && before.refused) {
    refusedRows.count = before.refused
    context.note(
      `${countText(before.refused)} lines were refused before: an earlier file lists them, and ${errors} the others.`,
    )
  }
  if (isContinued && fileStats(io, errors)) {
    for await (const { text } of lines(context, errors)) {
      refusedRows.count++
      const line = Number(/"refused_line":(\d+),"refused_because":/.exec(text)?.[1])
      // A crash happened before this was recorded.
      if (line > start) listed.add(line)
    }
  }
  const client = await context.client()
  /** Why the run ends. No more lines are read, but calls in progress still finish and count. */
  let stop: { readonly error: unknown } | undefined
  let lineCount = 0
  /** Of the lines up to the last one that is done: calls for later ones may have ended, too. */
  let sent = sentBefore

  async function* rows(): AsyncGenerator<Line> {
    for await (const line of lines(context, file, columns)) {
      io.signal.throwIfAborted()
      if (stop) return
      lineCount++
      if (line.number > start) yield line
    }
  }

  // Without the signal: an aborted call may have sent its message, with no way to tell.
  const sending: SendEach<Line> = client.messages.sendEach(rows(), {
    key: (line) => keyPartOf(rowOf(line)),
    message: (line) => problems.check(line.number, messageOf(rowOf(line))),
    concurrency: numberOf(flags, "concurrency"),
    pace: foundPace(() => sending.summary.accepted, io.now),
    skipSuppressed: isOn(flags, "skip-suppressed"),
    // Keeps only the number of finished lines in memory.
    ordered: true,
  })
  const noteWaiting = () => context.note("Waiting for calls in progress; a second Ctrl-C ends at once.")
  io.signal.addEventListener("abort", noteWaiting, { once: true })
  const progress = context.progress(`Send ${basename(file)}`)
  const show = () =>
    progress.update({
      done: sending.summary.accepted,
      unit: "messages",
      more: `${countText(refusedRows.count)} refused`,
    })
  try {
    for await (const { input, error, suppressed } of sending) {
      if (stop) continue
      try {
        if (error && !isLineError(error)) throw conflictOr(error, input, keyOf)
        if (error && !listed.has(input.number)) await refusedRows.add(refusedLine(input, error.message))
        if (!error && !suppressed) sent++
        await before.done(input.number, refusedRows, sent)
      } catch (error) {
        stop = { error }
      }
      show()
    }
  } catch (error) {
    stop ??= { error }
  }
  io.signal.removeEventListener("abort", noteWaiting)
  progress.end()
  await refusedRows.end()
  const { accepted, uncertain, suppressed } = sending.summary
  if (stop) {
    await before.keep(refusedRows, sent)
    const sentText = accepted + uncertain === 0 ? undefined : sentSoFar(context, accepted, uncertain)
    if (io.signal.aborted) throw interrupted(sentText)
    if (sentText !== undefined) context.note(sentText)
    throw stop.error
  }
  if (lineCount === 0) throw nothingIn(file, "lines")
  await before.finish()
  await context.output.record({
    sent: sentBefore + accepted,
    refused: refusedRows.count,
    ...(suppressed && { suppressed }),
    ...refusedRows.facts,
  })
  // All were left out: nothing was sent.
  if (suppressed && accepted + start + refusedRows.count === 0) return exitCodes.nothing
  if (refusedRows.count === 0) return exitCodes.ok
  return accepted + sentBefore === 0 ? exitCodes.validation : exitCodes.partly
}

const alreadyFinished =
  "An earlier run finished this file. The same key never sends a second message, but the service does not say which keys it already knew: `sent` counts them all."

function sentSoFar(context: Context, accepted: number, perhaps: number): string {
  const doubt = perhaps > 0 ? `, and perhaps ${countText(perhaps)} more` : ""
  return `${countText(accepted)} messages were sent${doubt}. To resume: ${context.nextCommand()}`
}

const interrupted = (hint = "Nothing was sent.") => new CliError("interrupted", exitCodes.interrupted, { hint })

/** The message of a line; undefined if none is sent for it, which is reported in its turn. */
function mailOf(line: Line, messageOf: (row: Readonly<Record<string, unknown>>) => SendMessage) {
  return line.problem === undefined && line.row ? messageOf(line.row) : undefined
}

const refusedLine = ({ row, text, number }: Line, problem: string) =>
  `${JSON.stringify({ ...(row ?? { text }), refused_line: number, refused_because: problem })}\n`

type KeyOf = (row: Readonly<Record<string, unknown>>) => string

/** `newsletter-42/{id}` → the part that a row's key is made of. */
function keyTemplate(template: string): KeyOf {
  if (!/\{[^{}]+\}/.test(template))
    throw new UsageError(
      "--key names no field: every line would have the same key",
      "Use a field that differs in each line, such as --key 'newsletter-42/{id}'.",
    )
  return (row) =>
    template.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string) => {
      const value = Object.hasOwn(row, name) ? row[name] : undefined
      if ((typeof value === "string" && value !== "") || typeof value === "number") return String(value)
      throw new Error(`has no ${name}, which --key names`)
    })
}

/** Builds a row's message: the row's fields, then flags for the fields that it lacks. */
async function messageTemplate(
  context: Context,
  templates: TemplateTexts,
): Promise<(row: Readonly<Record<string, unknown>>) => SendMessage> {
  const { flags } = context
  const template_id = numberOf(flags, "template-id")
  const template =
    template_id === undefined || textOf(flags, "subject") !== undefined ? undefined : await templates.get(template_id)
  const request = {
    channel: textOf(flags, "channel") ?? "email",
    template_id,
    subject: textOf(flags, "subject") ?? template?.subject ?? undefined,
    from: textOf(flags, "from"),
    html: await partOf(context, "html"),
    body: await partOf(context, "body"),
  }
  return (row) => {
    const extraData = Object.fromEntries(
      messageFields.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])),
    )
    const others = Object.entries(row).filter(([name]) => !messageFields.some((field) => field === name))
    const isOfOther = row.channel !== undefined && row.channel !== request.channel
    // The service's problem for each field.
    const message: Partial<Record<keyof MessageFields, unknown>> = {
      ...(isOfOther ? { body: request.body } : request),
      to: row.email,
      data: Object.fromEntries(others),
      ...extraData,
    }
    for (const name of ["subject", "html", "body"] as const) {
      const text = message[name]
      if (typeof text === "string" && text.startsWith("\uFEFF")) message[name] = text.slice(1)
    }
    return message as SendMessage
  }
}

async function partOf(context: Context, name: "html" | "body"): Promise<string | undefined> {
  const text = textOf(context.flags, name)
  return text === undefined ? undefined : readText(context, text, `--${name}`)
}

async function* preview(
  all: AsyncIterable<Line>,
  keyOf: KeyOf,
  messageOf: Awaited<ReturnType<typeof messageTemplate>>,
): AsyncGenerator<object> {
  for await (const line of all) {
    try {
      const row = rowOf(line)
      // A table takes its columns from its first row.
      yield { line: line.number, problem: undefined, key: keyOf(row), ...messageOf(row) }
    } catch (error) {
      yield { line: line.number, problem: reasonOf(error) }
    }
  }
}

/** True when only this line failed: errors of the credential, the address, the service or its capacity affect all lines. */
function isLineError(error: Error): boolean {
  if (!(error instanceof RequestError)) return true
  if (error instanceof IdempotencyConflictError) return false
  // One recipient has had enough for now: others have not.
  if (error instanceof SendCeilingError && error.ceiling === "perRecipient") return true
  return error.isRefusal
}

/** After a change of the text every line would reuse a key: the first one reports it. */
function conflictOr(error: Error, line: Line, keyOf: KeyOf): Error {
  if (!(error instanceof IdempotencyConflictError)) return error
  return new CliError(
    `line ${line.number}: another message was sent with the key ${keyOf(rowOf(line))}`,
    exitCodes.conflict,
    {
      cause: error,
      code: "idempotency_conflict",
      status: error.status,
      hint: "If the text was changed, choose another --key: it sends to every line again. If two lines have the same key, use a field that differs.",
    },
  )
}
