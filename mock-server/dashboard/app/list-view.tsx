import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { findWords } from "../../base/find-words.ts"
import { Select } from "./fields.tsx"
import { List, type RowView } from "./list.tsx"
import { href, search, type ViewProps } from "./route.ts"
import type { Rows } from "./rows.ts"
import { counted, countText } from "./words.ts"

/** A kind of rows, with its search settings. */
export interface RowKind<Row extends { readonly id: number }> {
  readonly rows: Rows<Row>
  /** Singular and plural names. */
  readonly one: string
  readonly many: string
  /** How many the server keeps, if it does not keep all: then the total is of the newest. */
  readonly maxKept?: number
  /** The texts of a row that a search covers. */
  readonly textOf: (row: Row) => readonly unknown[]
  /** The state of a row, and all possible states. */
  readonly stateOf: (row: Row) => string
  readonly states: readonly string[]
  /** The endpoint of a row, if rows can be filtered by it. */
  readonly endpointOf?: (row: Row) => string
}

interface ListViewProps<Row extends { readonly id: number }> extends RowView<Row>, ViewProps {
  readonly kind: RowKind<Row>
  readonly hint: string
  readonly action?: ComponentChildren
  readonly empty: ComponentChildren
}

/** A list with search, filters and counts, newest on top; each search has its own address. */
export function ListView<Row extends { readonly id: number }>(props: ListViewProps<Row>) {
  const { route, kind, hint, Line, isLike, momentOf, action, empty } = props
  const { rows, one, many, states, endpointOf } = kind
  const { view, id, query } = route
  const [text = "", state = "", endpoint = ""] = ["q", "is", "endpoint"].map((name) => query.get(name) ?? "")
  useEffect(() => rows.open(), [])
  useEffect(() => rows.filter(filterOf(kind, text, state, endpoint)), [text, state, endpoint])
  const total = rows.total.value
  const isFiltered = text !== "" || state !== "" || endpoint !== ""
  return (
    <>
      <search class="bar">
        {rows.isReady.value && !rows.isWhole.value && !isFiltered ? (
          <small class="total" role="status">
            Loading {many}: {countText(rows.shown().length)} of {countText(total)}
          </small>
        ) : (
          <Total shown={rows.shown().length} total={total} one={one} many={many} isCapped={total === kind.maxKept} />
        )}
        {action}
        {total > 0 && (
          <>
            <SearchField label={hint} text={text} />
            <Select
              aria-label="Any status"
              none="Any status"
              value={state}
              set={(is) => search({ is })}
              choices={states.filter((word) => word === state || rows.count(word) > 0)}
              textOf={(word) => `${word} (${countText(rows.count(word))})`}
            />
          </>
        )}
        {endpointOf && endpoint !== "" && (
          <Select
            aria-label="Any endpoint"
            none="Any endpoint"
            value={endpoint}
            set={(chosen) => search({ endpoint: chosen })}
            choices={[endpoint]}
            textOf={(name) => `endpoint ${name} (${countText(rows.count(`endpoint ${name}`))})`}
          />
        )}
      </search>
      <List
        key={`${text} ${state} ${endpoint}`}
        rows={rows}
        label={many.charAt(0).toUpperCase() + many.slice(1)}
        Line={Line}
        {...(isLike && { isLike })}
        {...(momentOf && { momentOf })}
        hrefOf={(row) => href(view || "messages", row, query)}
        open={id === undefined ? undefined : Number(id)}
        empty={total === 0 ? empty : <p class="empty">No {one} matches this search.</p>}
      />
    </>
  )
}

function filterOf<Row extends { readonly id: number }>(
  { textOf, stateOf, endpointOf }: RowKind<Row>,
  text: string,
  state: string,
  endpoint: string,
): ((row: Row) => boolean) | undefined {
  const hasWords = findWords(text)
  if (hasWords === undefined && state === "" && endpoint === "") return undefined
  return (row) =>
    (state === "" || stateOf(row) === state) &&
    (endpoint === "" || endpointOf === undefined || endpointOf(row) === endpoint) &&
    (hasWords?.(textOf(row).join("\n")) ?? true)
}

export const SearchField = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <input
    type="search"
    aria-label={label}
    placeholder={label}
    value={text}
    onInput={({ currentTarget }) => search({ q: currentTarget.value, before: undefined })}
  />
)

interface TotalProps {
  readonly shown: number
  readonly total: number
  readonly one: string
  readonly many: string
  /** True when there were more, which are no longer kept. */
  readonly isCapped?: boolean
}

/** "12 of 10,345 messages" */
export const Total = ({ shown: visibleCount, total, one, many, isCapped }: TotalProps) => (
  <small class="total" role="status">
    {visibleCount === total ? "" : `${countText(visibleCount)} of `}
    {isCapped && "the newest "}
    {counted(total, one, many)}
  </small>
)
