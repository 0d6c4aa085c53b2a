import type { WhyStep } from "../../control/messages.ts"
import { told } from "../app/live.ts"
import { Badge, Foreign, Part } from "../app/parts.tsx"
import { Reading, useRead } from "../app/read.tsx"
import { Moment } from "../app/times.tsx"
import { fateOf } from "./rows.ts"

/** What happened to a message, one thing under the other, each with the rule behind it. */
export function Timeline({ id }: { readonly id: number }) {
  const steps = useRead<WhyStep[]>(`messages/${id}/why`, told.value)
  return (
    <Part title="Timeline">
      <Reading answer={steps}>
        {(all) => (
          <ol class="timeline">
            {all.map((step, place) => (
              <Step key={place} step={step} />
            ))}
          </ol>
        )}
      </Reading>
    </Part>
  )
}

const Step = ({ step: { at, event, what, rule, rule_text } }: { readonly step: WhyStep }) => (
  <li>
    <Moment at={at} />
    {event !== null && <Badge tone={fateOf(event).tone}>{event}</Badge>}
    <span>
      <Foreign>{what}</Foreign> <small title={rule_text}>rule {rule}</small>
    </span>
  </li>
)
