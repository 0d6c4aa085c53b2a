import { mkdir, writeFile } from "node:fs/promises"
import { basename, extname, join, resolve } from "node:path"
import type { MessageDetail } from "../../../mock-server/index.ts"
import type { SendMessage } from "../../../sdk/contract/messages.ts"
import { smsParts } from "../../../sdk/sending/lint/sms-parts.ts"
import type { Context } from "../../connection/context.ts"
import { isOn } from "../../line/flag-values.ts"
import { reasonOf } from "../../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { nothingIn } from "../../terminal/errors/nothing-found.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { shortHash } from "../../terminal/output/short-hash.ts"
import { RehearsalStage } from "./rehearsal-stage.ts"
import { SampleMails } from "./sample-mails.ts"
import { type Line, rowOf } from "./send-each-lines.ts"

interface Rehearsal {
  /** The name of the file, `-` for stdin. */
  readonly file: string
  readonly lines: AsyncIterable<Line>
  readonly keyOf: (row: Readonly<Record<string, unknown>>) => string
  readonly messageOf: (row: Readonly<Record<string, unknown>>) => SendMessage
}

/** Lines after which the mock begins anew, so that a long file does not fill the memory. */
const linesBetween = 1_000

/** Findings that mean that the mail lacks a value. */
const valueRules: ReadonlySet<string> = new Set([
  "undefined",
  "null",
  "nan",
  "invalid-date",
  "object-object",
  "merge-tag",
])

/** A count of lines, and the first five with what was found. */
class LineCount {
  count = 0
  readonly first: { readonly line: number; readonly problem: string }[] = []

  add(line: number, problem: string): void {
    this.count++
    if (this.first.length < 5) this.first.push({ line, problem })
  }
}

/**
 * Sends every line to a mock server in this process, by the profile's recipient guard, and reports what would happen. Of the real
 * service it only reads: the templates and the sending allowance. Exit code 6 if a line would be refused.
 */
export async function rehearse(context: Context, { file, lines, keyOf, messageOf }: Rehearsal): Promise<ExitCode> {
  let sent = 0
  const counts = {
    refused: new LineCount(),
    redirected: new LineCount(),
    withoutValue: new LineCount(),
    duplicates: new LineCount(),
  }
  const sentByKey = new Map<string, { readonly line: number; readonly hash: string }>()
  const samples = new SampleMails()
  const sms = { count: 0, parts: 0 }
  const stage = await RehearsalStage.open(context, await context.client())
  context.note("A rehearsal on a mock server in this process: nothing is sent.")
  let lineCount = 0
  try {
    for await (const line of lines) {
      context.io.signal.throwIfAborted()
      if (lineCount > 0 && lineCount % linesBetween === 0) stage.beginAnew()
      lineCount++
      try {
        const row = rowOf(line)
        const key = keyOf(row)
        const mail = messageOf(row)
        const hash = shortHash(mail)
        const earlier = sentByKey.get(key)
        if (earlier?.hash === hash) {
          counts.duplicates.add(line.number, `the same message as line ${earlier.line}, sent once`)
          continue
        }
        if (earlier) throw new Error(`has the key of line ${earlier.line} and another message: the run would end here`)
        sentByKey.set(key, { line: line.number, hash })
        const message = await stage.send(mail)
        const missing = missingIn(message)
        if (missing.length > 0) counts.withoutValue.add(line.number, missing.join(", "))
        if (missing.length > 0 && isOn(context.flags, "strict"))
          throw new Error(`lacks ${missing.join(", ")}, by --strict`)
        const redirectedFrom = message.tags.redirected_from
        if (redirectedFrom !== undefined) counts.redirected.add(line.number, `${redirectedFrom} to ${message.to}`)
        sent++
        if (message.channel === "sms") {
          sms.count++
          sms.parts += smsParts(message.text ?? "").parts
        }
        samples.add(line.number, message)
      } catch (error) {
        counts.refused.add(line.number, reasonOf(error).replace(/^line \d+ /, ""))
      }
    }
  } finally {
    await stage.close()
  }
  if (lineCount === 0) throw nothingIn(file, "lines")
  const { screen } = context.output
  const show = (what: string, { count, first }: LineCount) => {
    if (count === 0) return
    const problemLines = first.map(({ line, problem }) => `  line ${countText(line)}: ${screen.safe(problem)}`)
    context.note(
      [
        `${countText(count)} ${count === 1 ? "line" : "lines"} ${what}:`,
        ...problemLines,
        ...(count > first.length ? ["  …"] : []),
      ].join("\n"),
    )
  }
  show("would be refused", counts.refused)
  show("would be redirected", counts.redirected)
  show("would lack a value", counts.withoutValue)
  show("would not be sent again", counts.duplicates)
  const allowance = await allowanceFor(context, sent)
  context.note(allowance.text)
  if (sms.count > 0) context.note(`${countText(sms.count)} SMS are billed as ${countText(sms.parts)} parts.`)
  const sampleFiles = await writeSamples(context, file, samples)
  await context.output.record({
    lines: lineCount,
    would_send: sent,
    would_refuse: counts.refused.count,
    redirected: counts.redirected.count,
    without_value: counts.withoutValue.count,
    duplicates: counts.duplicates.count,
    sms_parts: sms.parts,
    first_refused: counts.refused.first,
    first_redirected: counts.redirected.first,
    first_without_value: counts.withoutValue.first,
    ...allowance.fields,
    samples: sampleFiles,
  })
  return counts.refused.count > 0 ? exitCodes.validation : exitCodes.ok
}

/** The variables without a value; without a template, the places where the mail shows that one is missing. */
function missingIn({ warnings, variables }: MessageDetail): string[] {
  if (variables !== null && variables.not_given.length > 0) return [...variables.not_given]
  return warnings
    .filter(({ rule }) => valueRules.has(rule))
    .map(({ place: location, excerpt }) => `${location}: ${excerpt}`)
}

/** The real account's sending allowance beside what the file needs. Null where the service does not tell. */
async function allowanceFor(context: Context, needed: number) {
  const fields = { allowance_needed: needed, allowance_remaining: null, allowance_limit: null }
  try {
    const { commercial_capacity } = await (await context.client()).delivery.status({ signal: context.io.signal })
    const { limit, remaining, window_seconds } = commercial_capacity
    const windows = needed <= remaining ? 0 : Math.ceil((needed - remaining) / Math.max(1, limit))
    const hours = window_seconds / 3_600
    const text =
      windows === 0
        ? `It needs ${countText(needed)} of the ${countText(remaining)} recipients left of the sending allowance.`
        : `It needs ${countText(needed)} recipients, and ${countText(remaining)} of the allowance of ${countText(limit)} in ${hours} hours are left: the run takes at least ${countText(windows * hours)} hours.`
    return {
      text,
      fields: { ...fields, allowance_remaining: remaining, allowance_limit: limit, allowance_hours: windows * hours },
    }
  } catch (error) {
    context.io.signal.throwIfAborted()
    return {
      text: `The sending allowance is unknown: ${reasonOf(error)}`,
      fields: { ...fields, allowance_hours: null },
    }
  }
}

/** Writes the mails that differ most, and returns their paths. */
async function writeSamples({ io, note }: Context, file: string, samples: SampleMails): Promise<string[]> {
  const chosen = samples.list()
  if (chosen.length === 0) return []
  const folder = `rehearsal-${file === "-" ? "stdin" : basename(file, extname(file))}`
  await mkdir(resolve(io.cwd, folder), { recursive: true })
  const paths: string[] = []
  for (const { line, html, text } of chosen) {
    const path = join(folder, `line-${line}.${html === null ? "txt" : "html"}`)
    await writeFile(resolve(io.cwd, path), html ?? text ?? "")
    paths.push(path)
  }
  note(`The ${countText(paths.length)} mails that differ most, to open: ${paths.join(", ")}`)
  return paths
}
