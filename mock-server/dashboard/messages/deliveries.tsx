import { useEffect } from "preact/hooks"
import { Badge, Part } from "../app/parts.tsx"
import { href } from "../app/route.ts"
import { Moment } from "../app/times.tsx"
import { deliveries } from "../webhooks/rows.ts"
import { standOf } from "../webhooks/stand.ts"

/** Which webhooks told of a message, and whether they arrived. */
export function DeliveriesOf({ message }: { readonly message: number }) {
  useEffect(() => void deliveries.open(), [])
  const about = deliveries.find(({ message_id }) => message_id === message)
  return (
    <Part title="Webhooks that told of it">
      {about.length === 0 && (
        <p class="quiet">
          None: no endpoint wants its events. <a href={href("webhooks")}>Add one</a>
        </p>
      )}
      <ul class="links">
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
