import { useEffect } from "preact/hooks"
import type { MessageDetail } from "../../domain/messages/message-detail.ts"
import { Badge, Part } from "../app/parts.tsx"
import { href } from "../app/route.ts"
import { Moment } from "../app/times.tsx"
import { deliveries, standOf } from "../webhooks/rows.ts"

/** Which webhooks were sent for a message, and whether they arrived. */
export function DeliveriesOf({ message }: { readonly message: MessageDetail }) {
  useEffect(() => deliveries.open(), [])
  const about = deliveries.find(({ message_id }) => message_id === message.id)
  return (
    <Part title="Webhooks">
      {about.length === 0 && (
        <p class="faint">
          None: the timeline says why. <a href={href("webhooks")}>Endpoints</a>
        </p>
      )}
      <ul class="rows">
        {about.map((delivery) => {
          const { word, tone } = standOf(delivery)
          return (
            <li key={delivery.id}>
              <a class="grow" href={href("webhooks", delivery.id)}>
                {delivery.event_type} to endpoint {delivery.webhook_id}
              </a>
              <Badge tone={tone}>{word}</Badge>
              <Moment at={delivery.created_at} />
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
