import { InvalidArgumentError } from "../errors.ts"
import type { CsvRecord } from "./records.ts"

/** An .xlsx file is a zip archive. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** Reads the first sheet of a workbook (.xlsx), which must be in memory as a whole. */
export async function workbookRecords(bytes: Uint8Array): Promise<CsvRecord[]> {
  const { readSheet } = await import("read-excel-file/universal")
  const rows = await readSheet(new Blob([Uint8Array.from(bytes)])).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : error
    throw new InvalidArgumentError("file", `is a workbook that cannot be read (${why}): save it as CSV UTF-8`)
  })
  return rows.flatMap((row, index) => {
    const cells = row.map(cellText)
    return cells.every((cell) => cell === "") ? [] : [{ line: index + 1, cells }]
  })
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ""
  // A date cell of a workbook has no time of day.
  if (value instanceof Date) return value.toISOString().replace("T00:00:00.000Z", "")
  return String(value).trim()
}
