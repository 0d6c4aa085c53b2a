import * as z from "zod"
import type { Collection, CollectionState } from "../store/collection.ts"
import type { Row } from "../store/row.ts"
import { createTables, type Tables } from "../store/tables/index.ts"

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

interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

type State = CollectionState<Row>

/** Timers and the search store ids in 32 bits: this leaves half of the range for new ids. */
const maxId = 2 ** 31

/** Rows with unique ids, valid for their table. Only the first problem is reported: there can be a million rows. */
const tableState = (row: z.core.$ZodType) =>
  z.custom<State>().superRefine((state: unknown, context) => {
    const problem = problemIn(state, row)
    if (problem !== undefined)
      context.addIssue({ code: "custom", message: problem.message, path: [...problem.path], continue: false })
  })

const tables: Readonly<Record<string, Pick<Collection<Row>, "row" | "clashIn">>> = createTables()

/** The rows of every table. */
export const TableStates = z
  .strictObject(Object.fromEntries(Object.entries(tables).map(([name, { row }]) => [name, tableState(row)])))
  .check((context) => {
    const idsByTable = new Map(Object.entries(context.value).map(([name, { rows }]) => [name, idsOf(rows)]))
    for (const [name, { rows }] of Object.entries(context.value)) {
      const problem = danglingIn(rows, idsByTable) ?? twiceIn(rows, tables[name])
      if (problem === undefined) continue
      const { path, message } = problem
      context.issues.push({ code: "custom", input: rows, message, path: [name, ...path] })
    }
  })

function problemIn(state: unknown, schema: z.core.$ZodType): Problem | undefined {
  if (!isState(state)) return { path: [], message: "must be { lastId, rows }" }
  if (state.lastId > maxId) return { path: ["lastId"], message: `must be at most ${maxId}` }
  const ids = new Set<number>()
  for (const row of state.rows) {
    const checked = z.safeParse(schema, row)
    const id = idOf(row)
    if (!checked.success) {
      const [issue] = checked.error.issues
      return {
        path: [id ?? "rows", ...(issue?.path ?? []).map(String)],
        message: issue?.message ?? "is not a valid row",
      }
    }
    if (id === undefined || id > state.lastId)
      return { path: [id ?? "rows", "id"], message: "is greater than the last id" }
    if (ids.has(id)) return { path: [id, "id"], message: "is there twice" }
    ids.add(id)
  }
  return undefined
}

function danglingIn(rows: readonly Row[], idsByTable: ReadonlyMap<string, ReadonlySet<number>>): Problem | undefined {
  const fields = Object.keys(references).filter((field) => rows.some((row) => field in row))
  for (const row of rows) {
    for (const field of fields) {
      const id: unknown = Reflect.get(row, field)
      const table = references[field] ?? ""
      if (typeof id !== "number" || idsByTable.get(table)?.has(id)) continue
      return { path: [row.id, field], message: `names ${id}, which is not in ${table}` }
    }
  }
  return undefined
}

/** Finds two rows with the same unique key: only the later would be found, and the other's data would be lost. */
function twiceIn(rows: readonly Row[], table: Pick<Collection<Row>, "clashIn"> | undefined): Problem | undefined {
  const clash = table?.clashIn(rows)
  return clash && { path: [clash.id, clash.field], message: `is a duplicate of row ${clash.other}` }
}

function isState(value: unknown): value is { readonly lastId: number; readonly rows: readonly unknown[] } {
  if (typeof value !== "object" || value === null || !("lastId" in value) || !("rows" in value)) return false
  return Number.isSafeInteger(value.lastId) && Number(value.lastId) >= 0 && Array.isArray(value.rows)
}

const idOf = (row: unknown): number | undefined =>
  typeof row === "object" && row !== null && "id" in row && typeof row.id === "number" ? row.id : undefined

const idsOf = (rows: readonly Row[]): ReadonlySet<number> => new Set(rows.map(({ id }) => id))
