import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { Import } from "../../../sdk/contract/imports.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"
import { statusOf } from "../../store/row-schema.ts"
import { importMachine } from "./machine.ts"

const importsSchema = Import.extend({
  status: statusOf(importMachine),
  brand_id: Id,
  /** Progress of reading the file. */
  progress: z.object({
    /** The file's size and the bytes read so far. */
    size: z.int(),
    read: z.int(),
    /** The start of the next row in the stored pieces. */
    offset: z.int(),
    /** The line that the next row begins on, from 1. */
    line: z.int(),
    /** The names of the columns; null until the header has been read. */
    header: z.array(z.string()).readonly().nullable(),
  }),
})
export interface ImportRow extends RowOf<typeof importsSchema> {}

export const importsTable = () =>
  new Collection<ImportRow, never, never, typeof importMachine>({
    row: importsSchema,
    name: "Import",
    timestamps: "created",
    machine: importMachine,
  })

/** An unread part of a file, with one character per byte. */
const importPiecesSchema = z.object({ id: Id, import_id: Id, text: z.string() })
export interface ImportPieceRow extends RowOf<typeof importPiecesSchema> {}

export const importPiecesTable = () =>
  new Collection<ImportPieceRow, "import">({ row: importPiecesSchema, groups: { import: (piece) => piece.import_id } })
