import { useEffect } from "preact/hooks"
import type { WhyStep } from "../../control/messages.ts"
import type { MessageDetail } from "../../resources/messages/message-detail.ts"
import { updates } from "../app/live.ts"
import { Badge, Part } from "../app/parts.tsx"
import { Await, useRead } from "../app/read.tsx"
import { href } from "../app/route.ts"
import { Moment } from "../app/times.tsx"
import { deliveries, statusOf } from "../webhooks/rows.ts"
import { statusOfEvent } from "./rows.ts"

export function Timeline({ id }: { readonly id: number }) {
  const steps = useRead<WhyStep[]>(`messages/${id}/why`, updates.value)
  return (
    <Part title="Timeline">
      <Await response={steps}>
        {(all) => (
          <ol class="timeline">
            {all.map((step, index) => (
              <Step key={index} step={step} />
            ))}
          </ol>
        )}
      </Await>
    </Part>
  )
}

const Step = ({ step: { at, event, what, rule, rule_text } }: { readonly step: WhyStep }) => (
  <li>
    <Moment at={at} />
    {event !== null && <Badge tone={statusOfEvent(event).tone}>{event}</Badge>}
    <span>
      <bdi>{what}</bdi> <small title={rule_text}>rule {rule}</small>
    </span>
  </li>
)

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
          const { word, tone } = statusOf(delivery)
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
