import type { WhyStep } from "../../control/messages.ts"
import { told } from "../app/live.ts"
import { Badge, Foreign, Part } from "../app/parts.tsx"
import { useRead } from "../app/read.ts"
import { Moment } from "../app/times.tsx"
import { fateOf } from "./fate.ts"

/** What happened to a message, one thing under the other, each with the rule behind it. */
export function Timeline({ id }: { readonly id: number }) {
  const steps = useRead<WhyStep[]>(`messages/${id}/why`, told.value)
  if (steps === undefined) return null
  return (
    <Part title="Timeline">
      {steps instanceof Error && <p class="bad">{steps.message}</p>}
      <ol class="timeline">
        {steps instanceof Error ? null : steps.map((step, place) => <Step key={place} step={step} />)}
      </ol>
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
