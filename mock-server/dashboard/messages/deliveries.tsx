import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import type { MessageDetail } from "../../domain/messages/message-detail.ts"
import { Badge, Part } from "../app/parts.tsx"
import { href } from "../app/route.ts"
import { Moment } from "../app/times.tsx"
import { deliveries, endpoints } from "../webhooks/rows.ts"
import { standOf } from "../webhooks/stand.ts"

function whyNone({ channel, source_type, brand_id }: MessageDetail): ComponentChildren {
  if (!deliveries.isReady.value || !endpoints.isReady.value) return "Loading …"
  if (channel !== "email" || source_type !== null) return "None: webhooks are sent for transactional e-mails only."
  if (endpoints.find((endpoint) => endpoint.brand_id === brand_id).length > 0) return "None so far."
  return (
    <>
      None: no endpoint receives its events. <a href={href("webhooks")}>Add an endpoint</a>
    </>
  )
}

/** Which webhooks were sent for a message, and whether they arrived. */
export function DeliveriesOf({ message }: { readonly message: MessageDetail }) {
  useEffect(() => {
    deliveries.open()
    endpoints.open()
  }, [])
  const about = deliveries.find(({ message_id }) => message_id === message.id)
  return (
    <Part title="Webhooks">
      {about.length === 0 && <p class="faint">{whyNone(message)}</p>}
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
