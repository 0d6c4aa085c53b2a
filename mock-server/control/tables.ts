import * as z from "zod"
import { redactWhole } from "../../sdk/contract/core/redact.ts"
import { createTables } from "../resources/tables.ts"
import { transitionsFrom } from "../resources/transitions.ts"
import { tablesOf } from "../world/snapshot.ts"
import { defineControl } from "./control.ts"
import { type RowPage, RowQuery, searched } from "./rows.ts"

const TableParams = z.strictObject({ name: z.enum(Object.keys(createTables())) })

/** A table of a world. */
export interface TableView {
  /** The name of the table. */
  readonly name: string
  /** The number of rows. */
  readonly size: number
}

/** A stored row, without secrets. */
export interface TableRow {
  /** The id of the record. */
  readonly id: number
  readonly [field: string]: unknown
  /** Available transitions that have no endpoint; omitted for tables without a state machine. */
  readonly moves?: readonly string[]
}

/** @internal */
export const tableControls = {
  list: defineControl({ method: "GET", path: "/tables" }, ({ world }): TableView[] =>
    Object.entries(tablesOf(world)).map(([name, { size }]) => ({ name, size })),
  ),

  rows: defineControl(
    { method: "GET", path: "/tables/{name}", params: TableParams, query: RowQuery },
    ({ world }, { params: { name }, query }): RowPage<TableRow> => {
      const table = tablesOf(world)[name]
      if (table === undefined) return { total: 0, rows: [] }
      const { total, rows } = searched(table, (id) => table.get(id), query)
      return { total, rows: rows.map((row) => ({ ...view(row), ...movesIn(name, row) })) }
    },
  ),
}

/** A row with its secrets redacted. */
const view = (row: { readonly id: number }): TableRow => ({ ...Object(redactWhole(row)), id: row.id })

function movesIn(table: string, row: object): Pick<TableRow, "moves"> {
  const status = "status" in row && typeof row.status === "string" ? row.status : undefined
  const moves = status === undefined ? undefined : transitionsFrom(table, status)
  return moves === undefined ? {} : { moves }
}
