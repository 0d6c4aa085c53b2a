import type { SnapshotState } from "../../mock-server/world/snapshot.ts"

/** A row of any table, with the fields used here. */
export interface AnyRow {
  readonly id: number
  readonly brand_id?: number
  readonly [field: string]: unknown
}

/** The rows of a table, by its name. */
export function tableOf(snapshot: SnapshotState, name: string): readonly AnyRow[] {
  const table = snapshot.tables[name]
  if (table === undefined) throw new Error(`there is no table ${name}`)
  return table.rows as unknown as readonly AnyRow[]
}
