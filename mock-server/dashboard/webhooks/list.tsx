import { useEffect } from "preact/hooks"
import type { LightDelivery } from "../../webhooks/light-delivery.ts"
import { Choice, SearchField, Total } from "../app/filters.tsx"
import { List } from "../app/list.tsx"
import { Badge, Empty } from "../app/parts.tsx"
import { href, type Route } from "../app/route.ts"
import { taught } from "../app/taught.ts"
import { Moment } from "../app/times.tsx"
import { Dots } from "./axis.tsx"
import { deliveries, fitsSearch } from "./rows.ts"
import { standOf, standWords } from "./stand.ts"

/** Every delivery, the newest on top, each with its attempts and how it stands. */
export function DeliveryList({ route: { id, query } }: { readonly route: Route }) {
  const text = query.get("q") ?? ""
  const stand = query.get("is") ?? ""
  const endpoint = query.get("endpoint") ?? ""
  useEffect(() => void deliveries.open(), [])
  useEffect(() => deliveries.filter(fitsSearch({ text, stand, endpoint })), [text, stand, endpoint])
  return (
    <>
      <search class="bar">
        <SearchField label="Search event, message, id" text={text} />
        <Choice
          label="any status"
          name="is"
          chosen={stand}
          choices={standWords.map((word) => [word, deliveries.count(word)] as const)}
        />
        <Total shown={deliveries.shown().length} total={deliveries.total.value} what="delivery" many="deliveries" />
      </search>
      <List
        key={`${text} ${stand} ${endpoint}`}
        rows={deliveries}
        label="Deliveries"
        rowHeight={58}
        Line={Line}
        hrefOf={(delivery) => href("webhooks", delivery, query)}
        open={id === undefined ? undefined : Number(id)}
        empty={deliveries.total.value === 0 ? <NoDeliveries /> : <p class="empty">No delivery fits this search.</p>}
      />
    </>
  )
}

const NoDeliveries = () => (
  <Empty code={taught.delivery}>
    No webhook has gone out yet. Add an endpoint above and send it a sample, or let a command receive them and hand them
    on:
  </Empty>
)

function Line({ row }: { readonly row: LightDelivery }) {
  const { word, tone } = standOf(row)
  return (
    <>
      <span class="line">
        <b class="grow clip" title={row.event_type}>
          {row.event_type}
        </b>
        <Badge tone={tone}>
          <span class="clip" title={word}>
            {word}
          </span>
        </Badge>
      </span>
      <span class="line">
        <small>to endpoint {row.webhook_id}</small>
        <Dots delivery={row} />
        <span class="grow" />
        <Moment at={row.created_at} />
      </span>
    </>
  )
}
