import { limits } from "../../../sdk/contract/core/limits.ts"
import type { ImportPieceRow, ImportRow } from "../../store/tables/imports.ts"
import type { Task } from "../../world/tasks.ts"
import type { World } from "../../world/world.ts"
import { saveContact } from "../contacts.ts"
import { CsvReader, type CsvRecord, maxRecordLength } from "./csv.ts"
import { type Columns, columnsOf, contactOfRow, isBlank, readHeader } from "./import-rows.ts"
import { pieceSize } from "./upload.ts"

/** Milliseconds between two steps of an import. */
export const importPace = 1
const rowsPerStep = 4_000

/** A row always ends within the pieces that a step reads, unless it is too long. */
const piecesPerStep = Math.ceil(maxRecordLength / pieceSize) + 1

/** How many characters of a failed row are kept. */
const sourceLength = 500

/** One step of an import: reads some thousand rows from the end of the last step, and schedules the next. */
export const readImport: Task = (world, id) => {
  const { imports, importPieces } = world.tables
  const found = imports.get(id)
  if (found === undefined || found.ended_at !== null) return
  const now = world.timestamp()
  const row = found.status === "pending" ? imports.move(world, found, "start", { started_at: now }) : found
  const pieces = nextPieces(world, row)
  const reader = readerAt(world, row, pieces)
  const { header } = row.progress
  const columns = header === null ? readHeader(reader) : columnsOf(header)
  if (typeof columns === "string") {
    removePieces(world, importPieces.ids("import", id))
    imports.move(world, row, "fail", { ended_at: now, import_errors: [[1, columns, ""]] })
    return
  }
  const { success, failed, errors } = readRows(world, row, reader, columns)
  const before = row.progress.read - row.progress.offset
  const offset = takeRead(world, id, reader.at)
  const read = before + reader.at
  const after = imports.update(row, {
    total_rows: row.total_rows + success + failed,
    success_rows: row.success_rows + success,
    failed_rows: row.failed_rows + failed,
    import_errors: errors.length === 0 ? row.import_errors : [...row.import_errors, ...errors],
    progress_pct: Math.min(99, Math.floor((read / row.progress.size) * 100)),
    progress: { ...row.progress, read, offset, line: reader.line, skipping: reader.skipping, header: columns.header },
  })
  if (read < row.progress.size) world.timers.schedule(world.now() + importPace, "import.read", id)
  else imports.move(world, after, "complete", { ended_at: now, progress_pct: 100 })
}

function nextPieces({ tables }: World, { id }: ImportRow): ImportPieceRow[] {
  return tables.importPieces
    .pageOf(tables.importPieces.ids("import", id), { number: 1, size: piecesPerStep })
    .rows.slice()
}

function readerAt({ tables }: World, { id, progress }: ImportRow, pieces: readonly ImportPieceRow[]): CsvReader {
  const bytes = Buffer.from(pieces.map(({ text }) => text).join(""), "latin1")
  const atEnd = pieces.length === tables.importPieces.count("import", id)
  const { offset, line, skipping } = progress
  return new CsvReader(bytes, { at: offset, line, skipping, atEnd }, function* rest() {
    let before = pieces.length
    for (const { text } of tables.importPieces.in("import", id)) if (before-- <= 0) yield Buffer.from(text, "latin1")
  })
}

function readRows(world: World, row: ImportRow, reader: CsvReader, columns: Columns) {
  const errors: ImportRow["import_errors"] = []
  const room = limits.importErrorsKept - row.import_errors.length
  let success = 0
  let failed = 0
  while (success + failed < rowsPerStep) {
    const record = reader.next()
    if (record === undefined) break
    if (isBlank(record)) continue
    const contact = contactOfRow(record, columns, reader.bytes)
    if (typeof contact !== "string") {
      saveContact(world, row.brand_id, { ...contact, list_ids: row.assigned_list_ids }, "import")
      success++
    } else {
      failed++
      if (errors.length < room) errors.push([record.line, contact, sourceOf(record, reader.bytes)])
    }
  }
  return { success, failed, errors }
}

function sourceOf({ start, end }: CsvRecord, bytes: Buffer): string {
  const text = bytes.toString("utf8", start, end).trimEnd()
  return text.length > sourceLength ? `${text.slice(0, sourceLength)}…` : text
}

/** Removes the pieces that have been read; returns where the next row begins in the first remaining one. */
function takeRead(world: World, import_id: number, at: number): number {
  let offset = at
  const read: number[] = []
  for (const { id, text } of world.tables.importPieces.in("import", import_id)) {
    if (offset < text.length) break
    offset -= text.length
    read.push(id)
  }
  removePieces(world, read)
  return offset
}

function removePieces({ tables }: World, ids: readonly number[]): void {
  for (const id of ids) {
    const piece = tables.importPieces.get(id)
    if (piece !== undefined) tables.importPieces.remove(piece)
  }
}
