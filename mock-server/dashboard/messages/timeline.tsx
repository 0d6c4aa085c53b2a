import type { MessageDetail } from "../../domain/messages/message-detail.ts"
import { Badge, Foreign } from "../app/parts.tsx"
import { Moment, span } from "../app/times.tsx"
import { fateOf } from "./fate.ts"

type Step = MessageDetail["timeline"][number]

/** What happened to a message, one thing under the other, with the time that passed in between. */
export const Timeline = ({ steps }: { readonly steps: readonly Step[] }) => (
  <ol class="timeline">
    {steps
      .map((step, place) => ({ step, place }))
      .map(({ step, place }) => (
        <li key={place}>
          <Moment at={String(step.timestamp)} />
          <Badge tone={fateOf(String(step.type)).tone}>{String(step.type)}</Badge>
          <small>
            <Foreign>{[sinceLast(steps, place), detailOf(step)].filter(Boolean).join(" · ")}</Foreign>
          </small>
        </li>
      ))}
  </ol>
)

function sinceLast(steps: readonly Step[], at: number): string {
  const [before, now] = [steps[at - 1], steps[at]].map((step) => Date.parse(String(step?.timestamp)))
  const passed = (now ?? 0) - (before ?? 0)
  return passed > 0 ? `${span(passed)} later` : ""
}

/** {bounce: {type: "hard"}} → "bounce type hard" */
function detailOf({ type: _, timestamp: __, sent_at: ___, ...detail }: Step): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join(", ")
}

const textOf = (value: unknown): string =>
  value !== null && typeof value === "object" ? Object.values(value).map(textOf).join(" ") : String(value)
