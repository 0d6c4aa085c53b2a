import type { RowPage } from "../../control/rows.ts"
import type { TableRow } from "../../control/tables.ts"
import { act } from "../app/act.ts"
import { call } from "../app/api.ts"
import { SearchField, Total } from "../app/filters.tsx"
import { Badge, Empty, Foreign, Json } from "../app/parts.tsx"
import { past } from "../app/past.ts"
import { useRead } from "../app/read.ts"
import { go, href, type Route } from "../app/route.ts"
import { taughtRecords } from "../app/taught.ts"
import { versionOf } from "./changes.ts"
import { Reading } from "./reading.tsx"
import { lineOf, stateOf } from "./record-words.ts"

const pageSize = 50

/** Where a table's records are moved. */
const callOf: Readonly<Record<string, string>> = {
  grants: "grants",
  managedAccounts: "managed_accounts",
  fundingPurchases: "purchases",
  planCheckouts: "checkouts",
  campaigns: "campaigns",
  flows: "flows",
}

interface RecordsProps {
  readonly table: string
  readonly title: string
  readonly route: Route
}

/** The records of a table, the newest first, each with just the moves that the state tables let it make. */
export function Records({ table, title, route: { view, id, query } }: RecordsProps) {
  const text = query.get("q") ?? ""
  // The way here, page by page: the address has it, and the back button goes back.
  const way = query.getAll("before")
  const turnTo = (befores: readonly (string | number)[]) => {
    const next = new URLSearchParams(query)
    next.delete("before")
    for (const before of befores) next.append("before", String(before))
    go(href(view, id, next))
  }
  const before = way.at(-1)
  const asked = new URLSearchParams({
    // One more says whether there are older ones.
    limit: String(pageSize + 1),
    ...(text && { search: text }),
    ...(before && { before }),
  })
  const page = useRead<RowPage<TableRow>>(`tables/${table}?${asked}`, versionOf(table))
  return (
    <>
      <search class="bar">
        <SearchField label={`Search ${title.toLowerCase()}`} text={text} />
        {page !== undefined && "rows" in page && (
          <Total shown={Math.min(pageSize, page.rows.length)} total={page.total} what="record" />
        )}
      </search>
      <Reading answer={page}>
        {({ total, rows }) => (
          <>
            {total === 0 && text === "" && (
              <Empty code={taughtRecords[table] ?? ""}>There is none yet. This makes one:</Empty>
            )}
            {total === 0 && text !== "" && <p class="empty">None fits this search.</p>}
            <ul class="records" aria-label={title}>
              {rows.slice(0, pageSize).map((row) => (
                <Record key={row.id} table={table} row={row} />
              ))}
            </ul>
            <div class="actions">
              {way.length > 0 && (
                <>
                  <button type="button" onClick={() => turnTo([])}>
                    The newest
                  </button>
                  <button type="button" onClick={() => turnTo(way.slice(0, -1))}>
                    Newer ones
                  </button>
                </>
              )}
              {rows.length > pageSize && (
                <button type="button" onClick={() => turnTo([...way, rows[pageSize - 1]?.id ?? 0])}>
                  Older ones
                </button>
              )}
            </div>
          </>
        )}
      </Reading>
    </>
  )
}

function Record({ table, row }: { readonly table: string; readonly row: TableRow }) {
  const { id, moves = [] } = row
  const line = lineOf(row)
  const move = (name: string) =>
    act(
      () => call("POST", `${callOf[table]}/${id}/${name}`),
      <>
        <Foreign>{line}</Foreign>: {name.replaceAll("_", " ")}.
      </>,
    )
  return (
    <li>
      <div class="line">
        <b class="grow">
          <Foreign>{line}</Foreign>
        </b>
        {stateOf(row).map((word) => (
          <Badge key={word} tone="info">
            {word}
          </Badge>
        ))}
        <small>{id}</small>
        {past.value === undefined &&
          moves.map((name) => (
            <button
              type="button"
              key={name}
              aria-label={`${name.replaceAll("_", " ")}: ${line}`}
              onClick={() => move(name)}
            >
              {name.replaceAll("_", " ")}
            </button>
          ))}
      </div>
      <details>
        <summary>All fields</summary>
        <Json value={row} label={`record ${id}`} />
      </details>
    </li>
  )
}
