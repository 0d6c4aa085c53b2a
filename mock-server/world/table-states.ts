import * as z from "zod"
import type { Steps } from "../base/event-loop.ts"
import { findInvalidPart } from "../base/invalid-part.ts"
import { createTables, type Tables } from "../resources/tables.ts"
import type { Collection, CollectionState } from "../store/collection.ts"
import { LargeMap } from "../store/large-map.ts"
import type { Row } from "../store/row.ts"

/** References between rows, by field name. A referenced row must exist, or requests about the row could not be answered. */
const references: Readonly<Record<string, keyof Tables>> = {
  account_id: "accounts",
  manager_account_id: "accounts",
  managed_account_id: "accounts",
  brand_id: "brands",
  owner_id: "users",
  user_id: "users",
  impersonated_user_id: "users",
  plan_id: "plans",
  grant_id: "grants",
  contact_id: "contacts",
  conversation_id: "conversations",
  conversation_message_id: "conversationMessages",
  import_id: "imports",
  validation_id: "validations",
}

export interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

type State = CollectionState<Row>

/** Leaves room for new ids: past 2 ** 53 two of them would be equal. */
const maxId = 2 ** 31

/** Its rows are checked by `problemsInTables`, in steps. */
const TableState = z.custom<State>(isState, "must be { lastId, rows }")

type CheckedTable = Pick<Collection<Row>, "row" | "clashIn">

const tables: Readonly<Record<string, CheckedTable>> = createTables()

/** The rows of every table. */
export const TableStates = z.strictObject(Object.fromEntries(Object.keys(tables).map((name) => [name, TableState])))

/**
 * The first problem in each table: rows that are not valid for their table, ids that are there twice or were never assigned,
 * references to rows that are not there, and unique keys that are there twice.
 */
export function* problemsInTables(states: z.output<typeof TableStates>): Steps<Problem[]> {
  const problems: Problem[] = []
  const add = (name: string, problem: Problem | undefined) => {
    if (problem !== undefined) problems.push({ ...problem, path: ["tables", name, ...problem.path] })
  }
  for (const [name, state] of Object.entries(states)) {
    const row = tables[name]?.row
    if (row !== undefined) add(name, yield* problemIn(state, row))
  }
  if (problems.length > 0) return problems
  const idsByTable = new Map<string, LargeMap<number, true>>()
  for (const [name, { rows }] of Object.entries(states)) idsByTable.set(name, yield* idsOf(rows))
  for (const [name, { rows }] of Object.entries(states)) {
    add(name, (yield* danglingIn(rows, idsByTable)) ?? (yield* twiceIn(rows, tables[name])))
  }
  return problems
}

function* problemIn({ lastId, rows }: State, schema: z.core.$ZodType): Steps<Problem | undefined> {
  if (lastId > maxId) return { path: ["lastId"], message: `must be at most ${maxId}` }
  const ids = new LargeMap<number, true>()
  for (const row of rows) {
    yield
    const unfit = findInvalidPart(row)
    const id = idOf(row)
    if (unfit !== undefined) return { path: [id ?? "rows", ...unfit.path], message: unfit.message }
    const parsed = z.safeParse(schema, row)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return {
        path: [id ?? "rows", ...(issue?.path ?? []).map(String)],
        message: issue?.message ?? "is not a valid row",
      }
    }
    if (id === undefined || id > lastId) return { path: [id ?? "rows", "id"], message: "is greater than the last id" }
    if (ids.get(id)) return { path: [id, "id"], message: "is there twice" }
    ids.set(id, true)
  }
  return undefined
}

function* danglingIn(
  rows: readonly Row[],
  idsByTable: ReadonlyMap<string, LargeMap<number, true>>,
): Steps<Problem | undefined> {
  const fields = Object.entries(references)
  for (const row of rows) {
    yield
    for (const [field, table] of fields) {
      const id: unknown = Reflect.get(row, field)
      if (typeof id !== "number" || idsByTable.get(table)?.get(id)) continue
      return { path: [row.id, field], message: `names ${id}, which is not in ${table}` }
    }
  }
  return undefined
}

/** Finds two rows with the same unique key: only the later would be found, and the other's data would be lost. */
function* twiceIn(rows: readonly Row[], table: CheckedTable | undefined): Steps<Problem | undefined> {
  const clash = table && (yield* table.clashIn(rows))
  return clash && { path: [clash.id, clash.field], message: `is a duplicate of row ${clash.other}` }
}

function isState(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("lastId" in value) || !("rows" in value)) return false
  return Number.isSafeInteger(value.lastId) && Number(value.lastId) >= 0 && Array.isArray(value.rows)
}

const idOf = (row: unknown): number | undefined =>
  typeof row === "object" && row !== null && "id" in row && typeof row.id === "number" ? row.id : undefined

function* idsOf(rows: readonly Row[]): Steps<LargeMap<number, true>> {
  const ids = new LargeMap<number, true>()
  for (const { id } of rows) {
    ids.set(id, true)
    yield
  }
  return ids
}
