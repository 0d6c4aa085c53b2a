import { momentText, span } from "../../base/time-text.ts"
import type { LightAttempt, LightDelivery, LightEndpoint } from "../../resources/webhooks/light-delivery.ts"
import { clock } from "../app/clock.ts"
import { isSuccess } from "./rows.ts"

/** A point on a delivery's timeline, in milliseconds since 1970: a past attempt, a future one, or now. */
type Point =
  | { readonly kind: "past"; readonly at: number; readonly attempt: LightAttempt }
  | { readonly kind: "next" | "later"; readonly at: number; readonly number: number }
  | { readonly kind: "now"; readonly at: number }

/** The points of a delivery in order of time: past attempts, now, and future ones as if each failed. */
function pointsOf({ attempts, due: dueAt }: LightDelivery, now: number): Point[] {
  const past = attempts.map((attempt): Point => ({ kind: "past", at: Date.parse(attempt.sent_at), attempt }))
  const next = (attempts.at(-1)?.attempt ?? 0) + 1
  const coming = dueAt.map(
    (at, index): Point => ({ kind: index === 0 ? "next" : "later", at: Date.parse(at), number: next + index }),
  )
  const points = [...past, ...coming].sort((a, b) => a.at - b.at)
  const at = points.findIndex((point) => point.kind !== "past" && point.at > now)
  if (at >= 0) points.splice(at, 0, { kind: "now", at: now })
  return points
}

interface AxisProps {
  readonly delivery: LightDelivery
  readonly endpoint: LightEndpoint | undefined
  readonly shown: number | undefined
  readonly hrefOf: (attempt: number) => string
}

/** Idle time longer than this is collapsed to this width. Milliseconds. */
const foldedFrom = 5 * 60_000

/**
 * The timeline of a delivery: past attempts are solid, future ones hollow at their due times, and long idle time is
 * collapsed and labelled. It is horizontal on wide pages and vertical on narrow ones.
 */
export function Axis({ delivery, endpoint, shown: selected, hrefOf }: AxisProps) {
  const points = pointsOf(delivery, clock.now.value)
  const offAt = endpoint?.off_from ? Date.parse(endpoint.off_from) : undefined
  return (
    <div class="axis-box">
      <ol class="axis" aria-label="Attempts, made and to come">
        {points.map((point, index) => {
          const before = points[index - 1]
          const gap = before && point.at - before.at
          return (
            <li
              key={keyOf(point)}
              class={gap !== undefined && gap > foldedFrom ? `${point.kind} folded` : point.kind}
              style={gap === undefined ? undefined : { flexGrow: Math.min(1, Math.max(0.15, gap / foldedFrom)) }}
            >
              {gap !== undefined && (
                <span class="between">
                  <small>{gap > 0 ? span(gap) : ""}</small>
                  {gap > foldedFrom && <span class="unseen"> later</span>}
                </span>
              )}
              <PointMark point={point} shown={selected} hrefOf={hrefOf} offAt={offAt} />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

const keyOf = (point: Point) =>
  point.kind === "past" ? `past ${point.attempt.id}` : point.kind === "now" ? "now" : `to come ${point.number}`

interface MarkProps extends Pick<AxisProps, "shown" | "hrefOf"> {
  readonly point: Point
  readonly offAt: number | undefined
}

function PointMark({ point, shown: selected, hrefOf, offAt }: MarkProps) {
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
        <span>{turnsOff ? "last" : `${point.number}.${point.kind === "next" ? " due" : ""}`}</span>
        {label}
      </span>
    )
  }
  const { attempt } = point
  return (
    <a class="mark" href={hrefOf(attempt.id)} aria-current={attempt.id === selected ? "true" : undefined}>
      <Dot attempt={attempt} />
      <span class={toneOf(attempt)}>
        <span class="unseen">Attempt {attempt.attempt}: </span>
        {attempt.response_status ?? "no response"}
        {attempt.injected !== undefined && <span title="Changed by a fault"> ⚡</span>}
      </span>
      {label}
    </a>
  )
}

const toneOf = (attempt: LightAttempt) => (isSuccess(attempt) ? "good" : "bad")

const Dot = ({ attempt }: { readonly attempt: LightAttempt }) => (
  <i class={`dot ${toneOf(attempt)}`} aria-hidden="true">
    {isSuccess(attempt) ? "✓" : "✕"}
  </i>
)

export const Dots = ({ delivery }: { readonly delivery: LightDelivery }) => (
  <span class="dots" aria-hidden="true">
    {delivery.attempts.slice(-4).map((attempt) => (
      <Dot key={attempt.id} attempt={attempt} />
    ))}
    {delivery.due.length > 0 && <i class="dot hollow" />}
  </span>
)
