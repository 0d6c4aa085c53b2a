import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { Import } from "../../../sdk/contract/imports.ts"
import type { StateOf } from "../../base/state-machine.ts"
import { importMachine } from "../../machines/imports.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"
import { statusOf } from "../row-schema.ts"

/** How far the reading of a file has come. */
export interface ImportProgress {
  /** The file's size, and how much of it has been read, in bytes. */
  readonly size: number
  readonly read: number
  /** Where the next row begins in the first piece that is left. */
  readonly offset: number
  /** The line that the next row begins on, from 1. */
  readonly line: number
  /** True inside a line that is too long to be read and whose quotes do not pair. */
  readonly skipping: boolean
  /** The names of the columns; null until the header has been read. */
  readonly header: readonly string[] | null
}

export type ImportRow = Fields<Import> & {
  readonly status: StateOf<typeof importMachine>
  readonly brand_id: number
  readonly progress: ImportProgress
}

const importsSchema = Import.extend({
  status: statusOf(importMachine),
  brand_id: Id,
  progress: z.object({
    size: z.int(),
    read: z.int(),
    offset: z.int(),
    line: z.int(),
    skipping: z.boolean(),
    header: z.array(z.string()).nullable(),
  }),
})

export const importsTable = () =>
  new Collection<ImportRow, never, never, typeof importMachine>({
    row: importsSchema,
    name: "Import",
    stamps: "created",
    machine: importMachine,
  })

/** A part of a file that waits to be read: its bytes as text, a character each. */
export interface ImportPieceRow {
  readonly id: number
  readonly import_id: number
  readonly text: string
}

const importPiecesSchema = z.object({ id: Id, import_id: Id, text: z.string() })

export const importPiecesTable = () =>
  new Collection<ImportPieceRow, "import">({ row: importPiecesSchema, groups: { import: (piece) => piece.import_id } })
