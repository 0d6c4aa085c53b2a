import type { LightDelivery } from "../../resources/webhooks/light-delivery.ts"
import { Empty } from "../app/empty.tsx"
import { examples } from "../app/examples.ts"
import { ListView } from "../app/list-view.tsx"
import { Line } from "../app/parts.tsx"
import { href, type ViewProps } from "../app/route.ts"
import { Dots } from "./axis.tsx"
import { deliveryKind, endpoints, statusOf } from "./rows.ts"

export const DeliveryList = ({ route }: ViewProps) => (
  <ListView
    route={route}
    kind={deliveryKind}
    hint="Search recipient, subject, event, id"
    Line={DeliveryLine}
    isLike={isOfSame}
    empty={<NoDeliveries />}
  />
)

const isOfSame = (row: LightDelivery, above: LightDelivery) =>
  row.message_id !== null && row.message_id === above.message_id

function NoDeliveries() {
  const hasEndpoint = endpoints.total.value > 0
  return (
    <Empty title="No deliveries yet" code={hasEndpoint ? undefined : examples.delivery}>
      Each webhook appears here with its attempts, its retries and the response of your receiver.{" "}
      {hasEndpoint ? (
        <>
          Open an endpoint above and send it a sample, or <a href={href("messages")}>send a message</a>.
        </>
      ) : (
        "Add an endpoint above, or let this command add one and forward to your program:"
      )}
    </Empty>
  )
}

function DeliveryLine({ row, isLike }: { readonly row: LightDelivery; readonly isLike?: boolean }) {
  const { event_type, to, subject, created_at, webhook_id } = row
  const about = to === null ? `Sample to endpoint ${webhook_id}` : `${to} · ${subject ?? "no subject"}`
  return (
    <Line
      title={isLike ? `└ ${event_type}` : event_type}
      about={<bdi>{about}</bdi>}
      aboutText={`${about} to endpoint ${webhook_id}`}
      status={statusOf(row)}
      more={<Dots delivery={row} />}
      at={created_at}
    />
  )
}
