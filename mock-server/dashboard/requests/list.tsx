import { useEffect } from "preact/hooks"
import type { RequestLine } from "../../world/journal.ts"
import { act } from "../app/act.ts"
import { call } from "../app/api.ts"
import { Choice, SearchField, Total } from "../app/filters.tsx"
import { List } from "../app/list.tsx"
import { Badge, Empty, Foreign } from "../app/parts.tsx"
import { past } from "../app/past.ts"
import { href, type Route } from "../app/route.ts"
import { addressOf, ownId, useOwnWorld } from "../app/service.ts"
import { Moment } from "../app/times.tsx"
import { fitsSearch, outcomeOf, outcomeWords, requests } from "./rows.ts"

/** The journal, the newest on top. */
export function RequestList({ route: { id, query } }: { readonly route: Route }) {
  const text = query.get("q") ?? ""
  const outcome = query.get("is") ?? ""
  const endpoint = query.get("endpoint") ?? ""
  useEffect(() => void requests.open(), [])
  useEffect(() => requests.filter(fitsSearch({ text, outcome, endpoint })), [text, outcome, endpoint])
  const hasAny = requests.total.value > 0
  return (
    <>
      <search class="bar">
        <SearchField label="Search path, endpoint, key, id" text={text} />
        <Choice
          label="any outcome"
          name="is"
          chosen={outcome}
          choices={outcomeWords.map((word) => [word, requests.count(word)] as const)}
        />
        {endpoint !== "" && (
          <Choice
            label="any endpoint"
            name="endpoint"
            chosen={endpoint}
            choices={[[endpoint, requests.count(`endpoint ${endpoint}`)]]}
          />
        )}
        <Total shown={requests.shown().length} total={requests.total.value} what="request" />
        {hasAny && past.value === undefined && (
          <button type="button" onClick={() => act(() => call("DELETE", "requests"), "The journal is empty.")}>
            Clear
          </button>
        )}
      </search>
      <List
        key={`${text} ${outcome} ${endpoint}`}
        rows={requests}
        label="Requests"
        rowHeight={58}
        Line={Line}
        hrefOf={(request) => href("requests", request, query)}
        open={id === undefined ? undefined : Number(id)}
        empty={hasAny ? <p class="empty">No request fits this search.</p> : <NoRequests />}
      />
    </>
  )
}

function NoRequests() {
  const own = useOwnWorld()
  return (
    <Empty code={`export MAS_BASE_URL=${addressOf(ownId)}\nexport MAS_API_KEY=${own?.api_key ?? ""}`}>
      Nobody has called the service yet. Point your program here, and each call appears at once:
    </Empty>
  )
}

function Line({ row }: { readonly row: RequestLine }) {
  const { method, path, query, status, endpoint, fault_id, duration_ms, time } = row
  const { word, tone } = outcomeOf(row)
  const address = query === null ? path : `${path}?${query}`
  const by = `${endpoint ?? "no endpoint"}${fault_id === null ? "" : `, by fault ${fault_id}`}`
  return (
    <>
      <span class="line">
        <b>{method}</b>
        <span class="grow clip" title={address}>
          <Foreign>{address}</Foreign>
        </span>
        <Badge tone={tone}>{status === null ? word : `${status} ${word}`}</Badge>
      </span>
      <span class="line">
        <small class="grow clip" title={by}>
          {by}
        </small>
        <small>{duration_ms.toFixed(1)} ms</small>
        <Moment at={time} />
      </span>
    </>
  )
}
