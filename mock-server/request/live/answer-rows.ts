import * as z from "zod"
import { type LiveKind, type LiveRows, liveRow } from "../../control/live-rows.ts"
import type { World } from "../../world/world.ts"
import { validate } from "../input/validate.ts"
import type { WireResponse } from "../wire.ts"

/** Kinds that can be listed: the others are few, and have calls of their own. */
const lastIds = {
  message: ({ tables }: World) => tables.messages.lastId,
  delivery: ({ tables }: World) => tables.webhookDeliveries.lastId,
  endpoint: ({ tables }: World) => tables.webhooks.lastId,
  request: ({ journal }: World) => journal.lastId,
} satisfies Partial<Record<LiveKind, (world: World) => number>>
type ListedKind = keyof typeof lastIds

const sizes: { readonly [K in ListedKind]: (world: World) => number } = {
  message: ({ tables }) => tables.messages.size,
  delivery: ({ tables }) => tables.webhookDeliveries.size,
  endpoint: ({ tables }) => tables.webhooks.size,
  request: ({ journal }) => journal.size,
}

const RowQuery = z.strictObject({
  /** Only rows with smaller ids. */
  before: z.coerce.number<string>().int().min(1).optional(),
  limit: z.coerce.number<string>().int().min(1).max(1_000).optional(),
})

/** The newest rows of a kind before an id, without bodies, the newest first. */
export interface RowPage<Row = LiveRows[ListedKind]> {
  /** How many there are in all, on every page. */
  readonly total: number
  readonly rows: readonly Row[]
}

/** "/rows/message" → "message" */
const rowPath = /^\/rows\/(\w+)$/

/** The kind of rows that a path of the control interface lists; undefined where it lists none. */
export function listedKind(path: string): ListedKind | undefined {
  const kind = rowPath.exec(path)?.[1]
  return kind !== undefined && Object.hasOwn(lastIds, kind) ? (kind as ListedKind) : undefined
}

/** Answers `GET /_mock/rows/{kind}`: what the stream tells of, read page by page from the newest on. */
export function answerRows(world: World, kind: ListedKind, url: string): WireResponse {
  const { before, limit = 1_000 } = validate(RowQuery, Object.fromEntries(new URLSearchParams(url.split("?")[1])))
  const page: RowPage = { total: sizes[kind](world), rows: rowsBefore(world, kind, { before, limit }) }
  return {
    status: 200,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
    body: JSON.stringify(page),
  }
}

function rowsBefore(
  world: World,
  kind: ListedKind,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): LiveRows[ListedKind][] {
  const rows: LiveRows[ListedKind][] = []
  const last = lastIds[kind](world)
  for (let id = Math.min(last, (before ?? last + 1) - 1); id > 0 && rows.length < limit; id--) {
    const row = liveRow(world, kind, id)
    if (row !== undefined) rows.push(row)
  }
  return rows
}
