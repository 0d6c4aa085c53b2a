import * as z from "zod"
import { findWords } from "../base/find-words.ts"
import type { World } from "../world/world.ts"
import { defineControl } from "./control.ts"
import { type LiveKind, type LiveRows, liveRow } from "./live-rows.ts"

/** Kinds that are read in pages, newest first. */
const listed = ["message", "request", "event", "delivery", "endpoint"] as const satisfies readonly LiveKind[]
export type ListedKind = (typeof listed)[number]

/** Selects rows of a kind. */
export const RowQuery = z.strictObject({
  /** Only rows that contain each of these words; case is ignored. */
  search: z.string().optional(),
  /** Only rows before the one with this id. */
  before: z.int().min(1).optional(),
  /** Only the newest N; 100 when left out. */
  limit: z.int().min(1).max(10_000).optional(),
})

/** A page of rows, newest first. */
export interface RowPage<Row> {
  /** The number of matches on all pages. */
  readonly total: number
  /** The rows of the page, the newest first. */
  readonly rows: readonly Row[]
}

/** @internal */
export const rowControls = {
  list: defineControl(
    { method: "GET", path: "/rows/{kind}", params: z.strictObject({ kind: z.enum(listed) }), query: RowQuery },
    ({ world }, { params: { kind }, query }): RowPage<LiveRows[ListedKind]> =>
      searched(placeOf[kind](world), (id) => liveRow(world, kind, id), query),
  ),
}

/** The storage of each kind, with its last id and size. */
const placeOf: Readonly<Record<ListedKind, (world: World) => Numbered>> = {
  message: ({ tables }) => tables.messages,
  request: ({ journal }) => journal,
  event: ({ tables }) => tables.webhookEvents,
  delivery: ({ tables }) => tables.webhookDeliveries,
  endpoint: ({ tables }) => tables.webhooks,
}

/** A collection with sequential ids. */
interface Numbered {
  readonly lastId: number
  readonly size: number
}

/** A page of rows. A search scans all rows for the total; without one the cost is the page size. */
export function searched<Row extends object>(
  { lastId, size }: Numbered,
  rowOf: (id: number) => Row | undefined,
  { search = "", before, limit = 100 }: z.output<typeof RowQuery>,
): RowPage<Row> {
  const fits = findWords(search)
  const rows: Row[] = []
  const newest = before === undefined ? lastId : Math.min(before - 1, lastId)
  if (fits === undefined) {
    for (let id = newest; id > 0 && rows.length < limit; id--) {
      const row = rowOf(id)
      if (row !== undefined) rows.push(row)
    }
    return { total: size, rows }
  }
  let total = 0
  for (let id = lastId; id > 0; id--) {
    const row = rowOf(id)
    if (row === undefined || !fits(textOf(row))) continue
    total++
    if (id <= newest && rows.length < limit) rows.push(row)
  }
  return { total, rows }
}

function textOf(row: object): string {
  let text = ""
  for (const value of Object.values(row)) {
    if (value === null || value === undefined) continue
    text += typeof value === "object" ? textOf(value) : `${value}\n`
  }
  return text
}
