import { limits } from "../../../sdk/contract/core/limits.ts"
import type { Task, World } from "../../world/world.ts"
import { saveContact } from "../contacts/contacts.ts"
import { CsvReader, type CsvRecord } from "./csv.ts"
import { type Columns, columnsOf, contactOfRow, isBlank, readHeader } from "./import-rows.ts"
import type { ImportPieceRow, ImportRow } from "./table.ts"

/** Milliseconds between two steps of an import. */
export const importPace = 1
const rowsPerStep = 4_000
/** How many records an import adds before it looks whether there is room for more: contacts, and the lists of each. */
const recordsPerLook = 1_000

/** How many characters of a failed row are kept. */
const sourceLength = 500

/** One step of an import: reads some thousand rows from the end of the last step, and schedules the next. */
export const readImport: Task = (world, id) => {
  const { imports } = world.tables
  const task = imports.get(id)
  if (task === undefined || task.ended_at !== null) return
  const now = world.timestamp()
  const row = task.status === "pending" ? imports.move(world, task, "start", { started_at: now }) : task
  const { offset, line, header, size } = row.progress
  const bytes = bytesOf(world, id)
  const reader = new CsvReader(bytes, offset, line)
  const columns = header === null ? readHeader(reader) : columnsOf(header)
  if (typeof columns === "string") {
    removePieces(world, id)
    imports.move(world, row, "fail", { ended_at: now, import_errors: [importError(1, columns)] })
    return
  }
  const { success, failed, errors, refusal } = readRows(world, row, reader, columns)
  const read = size - bytes.length + reader.at
  const after = imports.update(row, {
    total_rows: row.total_rows + success + failed,
    success_rows: row.success_rows + success,
    failed_rows: row.failed_rows + failed,
    import_errors: errors.length === 0 ? row.import_errors : [...row.import_errors, ...errors],
    progress_pct: Math.min(99, Math.floor((read / size) * 100)),
    progress: { size, read, offset: reader.at, line: reader.line, header: columns.header },
  })
  if (refusal !== undefined) {
    removePieces(world, id)
    const import_errors = [...after.import_errors, refusal]
    imports.move(world, after, "fail", { ended_at: now, import_errors })
  } else if (read < size) world.timers.schedule(world.now() + importPace, "import.read", id)
  else {
    removePieces(world, id)
    imports.move(world, after, "complete", { ended_at: now, progress_pct: 100 })
  }
}

/** The files being read, keyed by their first piece, so that they are not concatenated again for each step. */
const files = new WeakMap<ImportPieceRow, Buffer>()

function bytesOf({ tables }: World, id: number): Buffer {
  const pieces = () => tables.importPieces.in("import", id)
  const [first] = pieces()
  const cached = first && files.get(first)
  if (cached !== undefined) return cached
  // Not joined as text first: the heap would hold a file of 100 MiB twice.
  const bytes = Buffer.concat(Array.from(pieces(), ({ text }) => Buffer.from(text, "latin1")))
  if (first !== undefined) files.set(first, bytes)
  return bytes
}

function readRows(world: World, row: ImportRow, reader: CsvReader, columns: Columns) {
  const errors: ImportRow["import_errors"] = []
  const room = limits.importErrorsKept - row.import_errors.length
  const rowsPerLook = Math.max(1, Math.floor(recordsPerLook / (1 + row.assigned_list_ids.length)))
  let success = 0
  let failed = 0
  while (success + failed < rowsPerStep) {
    const record = reader.next()
    if (record === undefined) break
    if (isBlank(record)) continue
    if (success % rowsPerLook === 0) {
      const full = world.writeRefusal()
      if (full !== undefined) return { success, failed, errors, refusal: importError(record.line, full.message) }
    }
    const contact = contactOfRow(record, columns, reader.bytes)
    if (typeof contact !== "string") {
      saveContact(world, row.brand_id, { ...contact, list_ids: row.assigned_list_ids }, "import")
      success++
    } else {
      failed++
      if (errors.length < room) errors.push([record.line, contact, sourceOf(record, reader.bytes)])
    }
  }
  return { success, failed, errors, refusal: undefined }
}

const importError = (line: number, message: string): ImportRow["import_errors"][number] => [line, message, ""]

function sourceOf({ start, end }: CsvRecord, bytes: Buffer): string {
  const text = bytes.toString("utf8", start, end).trimEnd()
  return text.length > sourceLength ? `${text.slice(0, sourceLength)}…` : text
}

function removePieces({ tables: { importPieces } }: World, id: number): void {
  for (const piece of [...importPieces.in("import", id)]) importPieces.remove(piece)
}
