import type { HistoryRow } from "../../control/history.ts"
import type { RowPage } from "../../control/rows.ts"
import { Explain } from "../app/explain.tsx"
import { SearchField, Total } from "../app/list-view.tsx"
import { updates } from "../app/live.ts"
import { Badge } from "../app/parts.tsx"
import { Await, useRead } from "../app/read.tsx"
import { href, search, type ViewProps } from "../app/route.ts"
import { DayTime } from "../app/times.tsx"
import { countText } from "../app/words.ts"

/** How many more entries each press shows. */
const pageSize = 100

/** The address of what an entry is about. */
function addressOf({ about }: HistoryRow): string | undefined {
  if (about === null) return undefined
  if (about.kind === "message") return href("messages", about.id)
  if (about.kind === "request") return href("requests", about.id)
  return about.kind === "delivery" ? href("webhooks", about.id) : href("webhooks", undefined, { endpoint: about.id })
}

/** What happened since the world began, newest first. */
export function History({ route: { query } }: ViewProps) {
  const text = query.get("q") ?? ""
  const limit = Math.max(pageSize, Number(query.get("limit")) || 0)
  const params = new URLSearchParams({ limit: String(limit), ...(text && { search: text }) })
  const page = useRead<RowPage<HistoryRow>>(`history?${params}`, updates.value)
  return (
    <>
      <search class="bar">
        <SearchField label="Search what happened" text={text} />
        {page !== undefined && "rows" in page && (
          <Total shown={page.rows.length} total={page.total} one="entry" many="entries" />
        )}
      </search>
      <Await response={page}>
        {({ total, rows }) => (
          <>
            {total === 0 && (
              <p class="empty">{text === "" ? "Nothing has happened yet." : "No entry matches this search."}</p>
            )}
            <ol class="rows history" aria-label="History">
              {rows.map((row) => {
                const address = addressOf(row)
                const what = <bdi>{row.what}</bdi>
                return (
                  <li key={row.id}>
                    <DayTime at={row.at} />
                    <span class="grow">{address === undefined ? what : <a href={address}>{what}</a>}</span>
                    {row.is_bad && <Badge tone="bad">{row.status ?? "failed"}</Badge>}
                    {row.is_bad && row.about !== null && <Explain {...row.about} />}
                  </li>
                )
              })}
            </ol>
            {rows.length < total && (
              <button type="button" onClick={() => search({ limit: limit + pageSize })}>
                Show {countText(Math.min(pageSize, total - rows.length))} more
              </button>
            )}
            {rows.at(-1)?.id === 1 && text === "" && <p class="faint">This world began here.</p>}
            {rows.length === total && (rows.at(-1)?.id ?? 1) > 1 && text === "" && (
              <p class="faint">Older entries are no longer kept: the newest {countText(total)} are.</p>
            )}
          </>
        )}
      </Await>
    </>
  )
}
