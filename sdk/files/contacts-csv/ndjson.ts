import { InvalidArgumentError } from "../../client/errors.ts"
import { depthOfJson } from "../../contract/core/json-depth.ts"
import { maxJsonDepth } from "./json-fields.ts"
import type { CsvRecord } from "./records.ts"

const maxColumns = 2_000

/** True for a file whose first line is a JSON object. */
export function isNdjson(beginning: string): boolean {
  const [line = ""] = beginning.trimStart().split(/\r?\n/, 1)
  // A first line longer than what was read cannot be parsed yet.
  return line.startsWith("{") && (line.length === beginning.trimStart().length || objectIn(line) !== undefined)
}

/** The message for a JSON array, or an object over several lines. */
export const jsonAdvice =
  "is JSON: export the contacts as CSV, or write one object a line, such as with jq -c '.[]' contacts.json"

type Fields = ReadonlyMap<string, string>

/**
 * Reads NDJSON: a line for each contact. Its columns are the fields of all objects; those of an object `data` are `data.NAME`.
 * The first record is the header.
 * @throws InvalidArgumentError when the objects have too many fields.
 */
export function ndjsonRecords(text: string): { header: CsvRecord; records: Generator<CsvRecord[]> } {
  const columns = new Set<string>()
  for (const { fields } of lines(text)) {
    for (const name of fields?.keys() ?? []) columns.add(name)
    if (columns.size > maxColumns)
      throw new InvalidArgumentError("file", `has more than ${maxColumns} different fields`)
  }
  const header = [...columns]
  return { header: { line: 1, cells: header }, records: recordsOf(text, header) }
}

function* recordsOf(text: string, header: readonly string[]): Generator<CsvRecord[]> {
  let batch: CsvRecord[] = []
  for (const { line, fields, raw, problem } of lines(text)) {
    const cells = fields ? header.map((name) => fields.get(name) ?? "") : []
    batch.push(fields ? { line, cells } : { line, cells, text: raw.slice(0, 10_000), problem: problem ?? "" })
    if (batch.length === 1_000) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

function* lines(text: string): Generator<{ line: number; fields?: Fields; raw: string; problem?: string }> {
  let line = 0
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf("\n", start)
    const end = lineEnd < 0 ? text.length : lineEnd
    const raw = text.slice(start, end).trim()
    start = end + 1
    line++
    if (raw === "") continue
    const problem = depthOfJson(raw) > maxJsonDepth ? `is nested deeper than ${maxJsonDepth} levels` : undefined
    const value = problem === undefined ? objectIn(raw) : undefined
    if (value) yield { line, fields: fieldsOf(value), raw }
    else yield { line, raw, problem: problem ?? "is not a JSON object on one line" }
  }
}

function objectIn(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function fieldsOf(value: object): Fields {
  const fields = new Map<string, string>()
  for (const [name, field] of Object.entries(value) as [string, unknown][]) {
    if (name === "data" && typeof field === "object" && field !== null && !Array.isArray(field)) {
      for (const [key, text] of Object.entries(field) as [string, unknown][]) fields.set(`data.${key}`, textOf(text))
    } else fields.set(name, textOf(field))
  }
  return fields
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ""
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
