import type { LightDelivery, LightEndpoint } from "../../webhooks/light-delivery.ts"
import { clock } from "../app/clock.ts"
import { momentText, span } from "../app/times.tsx"
import { type Gap, type Point, stepsOf } from "./axis-steps.ts"
import { isTaken, outcomeOf } from "./rows.ts"

interface AxisProps {
  readonly delivery: LightDelivery
  readonly endpoint: LightEndpoint | undefined
  /** Which attempt is shown. */
  readonly shown: number | undefined
  readonly hrefOf: (attempt: number) => string
}

/**
 * A delivery on its time: what was tried is solid, what is to come is hollow and stands at its due time, and idle time is folded,
 * its length written. It lies down where there is room, and stands up where there is none.
 */
export function Axis({ delivery, endpoint, shown, hrefOf }: AxisProps) {
  const offAt = endpoint?.off_from ? Date.parse(endpoint.off_from) : undefined
  return (
    <div class="axis-box">
      <ol class="axis" aria-label="Attempts, made and to come">
        {stepsOf(delivery, clock.now.value).map(({ point, gap }) => (
          <li
            key={keyOf(point)}
            class={`${point.kind}${gap?.isFolded ? " folded" : ""}`}
            style={gap && { flexGrow: Math.max(0.15, gap.share) }}
          >
            {gap && <Between gap={gap} />}
            <PointMark point={point} shown={shown} hrefOf={hrefOf} offAt={offAt} />
          </li>
        ))}
      </ol>
    </div>
  )
}

const keyOf = (point: Point) =>
  point.kind === "past" ? `past ${point.attempt.id}` : point.kind === "now" ? "now" : `to come ${point.number}`

const Between = ({ gap: { ms, isFolded } }: { readonly gap: Gap }) => (
  <span class="between">
    <small>{ms > 0 ? span(ms) : ""}</small>
    {isFolded && <span class="unseen"> later</span>}
  </span>
)

interface MarkProps extends Pick<AxisProps, "shown" | "hrefOf"> {
  readonly point: Point
  readonly offAt: number | undefined
}

function PointMark({ point, shown, hrefOf, offAt }: MarkProps) {
  const when = momentText(Math.floor(point.at / 1_000) * 1_000)
  const [day = "", time = ""] = when.split(" ")
  const label = (
    <small class="when">
      <span>{day.slice(5)}</span> {time}
    </small>
  )
  if (point.kind === "now") {
    return (
      <span class="mark">
        <i class="tick" aria-hidden="true" />
        <b>now</b>
        {label}
      </span>
    )
  }
  if (point.kind !== "past") {
    const turnsOff = offAt !== undefined && point.at >= offAt
    return (
      <span
        class="mark"
        title={`Attempt ${point.number} is due at ${when} UTC${point.kind === "later" ? " if those before fail" : ""}`}
      >
        <i class="dot hollow" aria-hidden="true" />
        <span>{turnsOff ? "last" : point.kind === "next" ? "due" : `${point.number}.`}</span>
        {label}
      </span>
    )
  }
  const { attempt } = point
  const tone = isTaken(attempt) ? "good" : "bad"
  return (
    <a class="mark" href={hrefOf(attempt.id)} aria-current={attempt.id === shown ? "true" : undefined}>
      <i class={`dot ${tone}`} aria-hidden="true">
        {isTaken(attempt) ? "✓" : "✕"}
      </i>
      <span class={tone}>
        <span class="unseen">Attempt {attempt.attempt}: </span>
        {shortOutcome(attempt)}
        {attempt.injected !== undefined && <span title="Changed by a fault"> ⚡</span>}
      </span>
      {label}
    </a>
  )
}

/** "500", or the first word of why there was no answer. */
const shortOutcome = (attempt: Parameters<typeof outcomeOf>[0]) =>
  attempt.response_status === null ? "no answer" : outcomeOf(attempt)

/** The same as a row of dots, for a line of a list. */
export const Dots = ({ delivery }: { readonly delivery: LightDelivery }) => (
  <span class="dots" aria-hidden="true">
    {delivery.attempts.slice(-8).map((attempt) => (
      <i key={attempt.id} class={`dot ${isTaken(attempt) ? "good" : "bad"}`}>
        {isTaken(attempt) ? "✓" : "✕"}
      </i>
    ))}
    {delivery.due.length > 0 && <i class="dot hollow" />}
  </span>
)
