import { basename } from "node:path"
import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import type { MessageFields, SendMessage } from "../../../sdk/contract/messages.ts"
import { RequestError } from "../../../sdk/errors.ts"
import type { Context } from "../../context.ts"
import { CliError, reasonOf, UsageError } from "../../errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../errors/exit-codes.ts"
import { openFile, readText } from "../../input/files.ts"
import { isOn, numberOf, textOf } from "../../line/flag-values.ts"
import { countText } from "../../output/numbers.ts"
import { RefusedFile, refusedName } from "../refused-file.ts"
import { sentBefore } from "./sent-before.ts"

/** A line of the file: an object, or the problem with it. */
interface Line {
  readonly number: number
  readonly text: string
  readonly row?: Readonly<Record<string, unknown>>
  readonly problem?: string
}

/** `mas messages send-each`: a message for each line, each once, whatever cuts it off. */
export async function run(context: Context): Promise<ExitCode> {
  const { io, flags, globals } = context
  const file = textOf(flags, "file") ?? "-"
  const keyOf = keyTemplate(textOf(flags, "key") ?? "")
  const messageOf = await messageTemplate(context)
  if (globals["dry-run"]) {
    await context.output.rows(preview(lines(context, file), keyOf, messageOf), { isStream: true })
    return exitCodes.ok
  }
  if (context.isInteractive && !globals.yes) {
    if (!(await context.ask.confirm(`Send a message for each line of ${file}?`))) {
      throw new CliError("Nothing was sent", exitCodes.failure, { code: "declined" })
    }
  }
  const before = await sentBefore(context, file)
  const start = isOn(flags, "restart") ? 0 : before.lines
  if (start > 0) context.note(`Going on after ${countText(start)} lines that were sent before; --restart begins anew.`)
  const errors = textOf(flags, "errors") ?? refusedName(file, "messages", "ndjson")
  const refused = new RefusedFile(io, errors, start > 0 ? undefined : "")
  const client = await context.client()
  const sending = client.messages.sendEach(skip(lines(context, file), start), {
    key: (line) => keyOf(rowOf(line)),
    message: (line) => messageOf(rowOf(line)),
    concurrency: numberOf(flags, "concurrency"),
    // Only the number of finished lines is kept in memory.
    ordered: true,
    signal: io.signal,
  })
  const progress = context.progress(`Send ${basename(file)}`)
  const show = () =>
    progress.update({
      done: sending.summary.accepted,
      unit: "messages",
      more: `${countText(sending.summary.failed)} refused`,
    })
  try {
    for await (const { input, error } of sending) {
      if (error && !isOfTheLine(error)) throw error
      if (error) await refused.add(refusedLine(input, error.message))
      await before.done(input.number)
      show()
    }
  } catch (error) {
    progress.end()
    await refused.end()
    await before.keep()
    context.note(
      `${countText(sending.summary.accepted)} messages were sent. The same command goes on: ${context.nextCommand()}`,
    )
    throw error
  }
  progress.end()
  await refused.end()
  before.forget()
  const { accepted, failed } = sending.summary
  await context.output.record({
    sent: accepted,
    refused: failed,
    ...(refused.count > 0 ? { errors_file: refused.path } : {}),
  })
  if (failed === 0) return exitCodes.ok
  return accepted === 0 ? exitCodes.validation : exitCodes.partly
}

async function* lines(context: Context, file: string): AsyncGenerator<Line> {
  const bytes = openFile(context, file, "--file")
  let number = 0
  for await (const text of createInterface({ input: Readable.from(bytes), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    if (text.trim() !== "") yield { number, text, ...parsed(text.replace(/^\uFEFF/, "")) }
  }
}

function parsed(text: string): Pick<Line, "row" | "problem"> {
  try {
    const row: unknown = JSON.parse(text)
    if (typeof row !== "object" || row === null || Array.isArray(row)) return { problem: "is no JSON object" }
    // What an earlier run wrote beside the fields of a line that was refused.
    const { refused_because: _, refused_line: __, ...fields }: Record<string, unknown> = { ...row }
    return { row: fields }
  } catch (error) {
    return { problem: `is no JSON: ${reasonOf(error)}` }
  }
}

function rowOf({ number, row, problem }: Line): Readonly<Record<string, unknown>> {
  if (row === undefined) throw new Error(`line ${number} ${problem}`)
  return row
}

const refusedLine = ({ row, text, number }: Line, problem: string) =>
  `${JSON.stringify({ ...(row ?? { text }), refused_line: number, refused_because: problem })}\n`

async function* skip(all: AsyncIterable<Line>, count: number): AsyncGenerator<Line> {
  for await (const line of all) if (line.number > count) yield line
}

/** `newsletter-42/{id}` → the key of a row. */
function keyTemplate(template: string): (row: Readonly<Record<string, unknown>>) => string {
  if (!/\{[^{}]+\}/.test(template))
    throw new UsageError(
      "--key names no field: every line would have the same key",
      "Name one that tells lines apart, such as --key 'newsletter-42/{id}'.",
    )
  return (row) =>
    template.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string) => {
      const value = Object.hasOwn(row, name) ? row[name] : undefined
      if (typeof value === "string" || typeof value === "number") return String(value)
      throw new Error(`has no ${name}, which --key names`)
    })
}

const fields = [
  ...["channel", "to", "subject", "html", "body", "template_id", "from", "from_email", "reply_to"],
  ...["headers", "tags", "data"],
] as readonly (keyof MessageFields)[]

/** A row's message: the row's own fields, and the flags for fields that the row lacks. */
async function messageTemplate(context: Context): Promise<(row: Readonly<Record<string, unknown>>) => SendMessage> {
  const { flags, io } = context
  const template_id = numberOf(flags, "template-id")
  const template =
    template_id === undefined || textOf(flags, "subject") !== undefined
      ? undefined
      : await (await context.client()).templates.get(template_id, { signal: io.signal })
  const given = {
    channel: textOf(flags, "channel") ?? "email",
    template_id,
    subject: textOf(flags, "subject") ?? template?.subject ?? undefined,
    from: textOf(flags, "from"),
    html: await partOf(context, "html"),
    body: await partOf(context, "body"),
  }
  return (row) => {
    const own = Object.fromEntries(fields.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
    const others = Object.entries(row).filter(([name]) => !fields.some((field) => field === name))
    // The service names the problem of each field.
    return { ...given, to: row.email, data: Object.fromEntries(others), ...own } as SendMessage
  }
}

/** Text of a flag, or of the file that it names. */
async function partOf(context: Context, name: "html" | "body"): Promise<string | undefined> {
  const given = textOf(context.flags, name)
  return given === undefined ? undefined : readText(context, given, `--${name}`)
}

async function* preview(
  all: AsyncIterable<Line>,
  keyOf: ReturnType<typeof keyTemplate>,
  messageOf: Awaited<ReturnType<typeof messageTemplate>>,
): AsyncGenerator<object> {
  for await (const line of all) {
    try {
      const row = rowOf(line)
      yield { line: line.number, key: keyOf(row), ...messageOf(row) }
    } catch (error) {
      yield { line: line.number, problem: reasonOf(error) }
    }
  }
}

/** Whether the next line may do better: what concerns the credential, the service or its capacity hits all of them. */
function isOfTheLine(error: Error): boolean {
  if (!(error instanceof RequestError)) return true
  return error.disposition === "final" && "status" in error && ![401, 403].includes(Number(error.status))
}
