import { isUtf8 } from "node:buffer"
import { InvalidArgumentError } from "../../../sdk/client/errors.ts"
import type { AccountIdentity } from "../../connection/account/account-identity.ts"
import type { Context } from "../../connection/context.ts"
import { changedNumber } from "../../line/input/exact-numbers.ts"
import { openFile } from "../../line/input/files.ts"
import { shellWord } from "../../line/shell-word.ts"
import { reasonOf, UsageError } from "../../terminal/errors/cli-error.ts"
import { csvLine } from "../../terminal/output/csv.ts"
import type { PlacedColumns } from "../contacts/place-columns.ts"
import { isMailable, lineConsent, refusal } from "./line-consent.ts"

/** A line of the file of `send-each`, or a row of its table. */
export interface Line {
  readonly number: number
  readonly text: string
  readonly row?: Readonly<Record<string, unknown>>
  /** Why nothing is sent for it. */
  readonly problem?: string
}

const tablePattern = /\.(?:csv|tsv|xlsx)$/i

/** Where the columns of a table go, as `contacts import` places them. Undefined for a file of JSON lines. */
export async function columnsOf(
  context: Context,
  file: string,
  account: AccountIdentity,
): Promise<PlacedColumns | undefined> {
  if (!tablePattern.test(file)) {
    const flag = (["map", "encoding", "header-row"] as const).find((name) => context.flags[name] !== undefined)
    if (flag === undefined) return undefined
    throw new UsageError(
      `--${flag} is for a table: ${file} is read as JSON lines`,
      "A table's name ends in .csv, .tsv or .xlsx.",
    )
  }
  const { openContacts, placeColumns } = await import("../contacts/place-columns.ts")
  const csv = await openContacts(context, file, {})
  try {
    return await placeColumns(context, csv, async () => account)
  } finally {
    await csv.close()
  }
}

/** The lines that hold a row or a problem; blank ones are left out. */
export async function* lines(context: Context, file: string, columns?: PlacedColumns): AsyncGenerator<Line> {
  if (columns) return yield* tableLines(context, file, columns)
  const consentProblem = lineConsent()
  let number = 0
  let isFirst = true
  for await (const bytes of lineBytes(openFile(context, file, "--file"))) {
    number++
    const line = readLine(bytes)
    if (line.text.trim() === "") continue
    if (isFirst && line.text.trimStart().startsWith("[")) {
      throw new UsageError(
        `${file === "-" ? "stdin" : file} is a JSON array: each line must be a JSON object`,
        `Write each element as a line: jq -c '.[]' ${file === "-" ? "" : `${shellWord(file)} `}> lines.ndjson`,
      )
    }
    isFirst = false
    const problem = line.row && consentProblem(line.row)
    yield { number, ...line, ...(problem !== undefined && { problem }) }
  }
}

/** The rows of a table. Nobody is mailed who left, or who did not agree where a column asks for it. */
async function* tableLines(context: Context, file: string, { map, plan }: PlacedColumns): AsyncGenerator<Line> {
  const { openContacts } = await import("../contacts/place-columns.ts")
  const csv = await openContacts(context, file, { map })
  const mustAgree = plan.columns.some(({ target }) => target === "opt_in")
  try {
    for await (const row of csv.rows()) {
      const line = { number: row.line, text: csvLine(row.cells).trimEnd() }
      if ("problem" in row) yield { ...line, problem: row.problem }
      else if (isMailable(row.consent, mustAgree)) {
        const { data, opt_in: _, ...contact } = row.contact
        yield { ...line, row: { ...data, ...contact } }
      } else yield { ...line, problem: refusal(row.consent, "columns") }
    }
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw new UsageError(`${file} ${error.message}`)
    throw error
  }
}

async function* lineBytes(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk)
    let from = 0
    for (let end = bytes.indexOf("\n"); end >= 0; end = bytes.indexOf("\n", from)) {
      yield Buffer.concat([...rest, bytes.subarray(from, end)])
      rest = []
      from = end + 1
    }
    rest.push(bytes.subarray(from))
  }
  yield Buffer.concat(rest)
}

function readLine(bytes: Buffer): Omit<Line, "number"> {
  // Invalid UTF-8 would change the text. Latin-1 preserves every byte.
  if (!isUtf8(bytes)) return { text: bytes.toString("latin1"), problem: "is not UTF-8" }
  const text = bytes.toString().replace(/^\uFEFF/, "")
  return { text, ...parsed(text) }
}

function parsed(text: string): Pick<Line, "row" | "problem"> {
  try {
    const row: unknown = JSON.parse(text)
    if (typeof row !== "object" || row === null || Array.isArray(row)) return { problem: "is not a JSON object" }
    // Fields that an earlier run added to a refused line.
    const { refused_because: _, refused_line: __, ...fields }: Record<string, unknown> = { ...row }
    const problem = changedNumber(text)
    return problem === undefined ? { row: fields } : { problem }
  } catch (error) {
    return { problem: `is not JSON: ${reasonOf(error)}` }
  }
}

/** The row of a line. Throws an error with the line's problem if it may not be sent. */
export function rowOf({ number, row, problem }: Line): Readonly<Record<string, unknown>> {
  if (row === undefined || problem !== undefined) throw new Error(`line ${number} ${problem}`)
  return row
}
