import type { ErrorGroup } from "../../mock-server/control/errors.ts"
import type { LiveRows } from "../../mock-server/control/live-rows.ts"
import type { ListedKind, RowPage } from "../../mock-server/control/rows.ts"
import type { TableRow, TableView } from "../../mock-server/control/tables.ts"

/** A world, or a service for its main world. */
interface Source {
  fetch(path: string): Promise<Response>
}

/** Makes a control call of the dashboard, for which a world has no method. Rejects with the error's message. */
async function read<T>({ fetch }: Source, path: string): Promise<T> {
  const response = await fetch(`/_mock/${path}`)
  const body = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(body))
  return body
}

/** Rows of a kind; `query` such as `limit=10&before=6`. */
export const rowsOf = <K extends ListedKind>(source: Source, kind: K, query = "") =>
  read<RowPage<LiveRows[K]>>(source, `rows/${kind}?${query}`)

export const tableOf = (source: Source, name: string, query = "") =>
  read<RowPage<TableRow>>(source, `tables/${name}?${query}`)

export const tablesOf = (source: Source) => read<TableView[]>(source, "tables")

export const errorsOf = (source: Source) => read<ErrorGroup[]>(source, "errors")
