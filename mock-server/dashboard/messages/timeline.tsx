import { useEffect } from "preact/hooks"
import type { WhyStep } from "../../control/messages.ts"
import type { MessageDetail } from "../../resources/messages/message-detail.ts"
import { Explain } from "../app/explain.tsx"
import { Badge, Part } from "../app/parts.tsx"
import { Await, type ReadState } from "../app/read.tsx"
import { href } from "../app/route.ts"
import { Moment } from "../app/times.tsx"
import { deliveries, statusOf } from "../webhooks/rows.ts"
import { statusOfEvent } from "./rows.ts"

export const Timeline = ({ steps }: { readonly steps: ReadState<WhyStep[]> }) => (
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

const Step = ({ step }: { readonly step: WhyStep }) => (
  <li>
    {step.at !== null && <Moment at={step.at} />}
    {step.event !== null && <Badge tone={statusOfEvent(step.event).tone}>{step.event}</Badge>}
    <span>
      <bdi>{step.what}</bdi> <small title={step.rule_text}>rule {step.rule}</small>
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
              {tone !== "good" && tone !== "info" && <Explain kind="delivery" id={delivery.id} />}
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
