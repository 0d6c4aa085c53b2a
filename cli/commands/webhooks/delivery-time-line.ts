import { limits } from "../../../sdk/contract/core/limits.ts"
import type { WebhookDelivery } from "../../../sdk/contract/webhooks.ts"
import { fitParts, type Part } from "../../terminal/output/fit-parts.ts"
import { withoutStyle, wrapNote } from "../../terminal/output/note.ts"
import { durationText } from "../../terminal/output/numbers.ts"
import type { Screen } from "../../terminal/output/output.ts"
import { toneOf, tones } from "../../terminal/output/states.ts"
import { localText } from "../../terminal/output/times.ts"
import { truncateMiddle } from "../../terminal/output/width.ts"

/** Characters that distinguish an event id from others of the same hour. */
const shortId = 14

export function drawDelivery(delivery: WebhookDelivery, screen: Screen): string {
  return `${fitParts(headOf(delivery, screen), screen)}\n${timeLine(delivery, screen)}`
}

/** A delivery in one line, with the time of its last change; the event's id is shortened to fit. */
export function deliveryLine(delivery: WebhookDelivery, screen: Screen): string {
  const time = localText(Date.parse(delivery.updated_at), screen, true).slice(11)
  const lineWith = (event_id: string) => {
    const head = headOf({ ...delivery, event_id }, screen)
    return fitParts([{ text: time, paint: (text) => screen.paint("dim", text) }, ...head], screen)
  }
  const line = lineWith(delivery.event_id)
  return line.includes("\n") ? lineWith(truncateMiddle(delivery.event_id, shortId)) : line
}

/** The event and status, with the ids that other commands accept: the delivery's and the event's. */
function headOf(delivery: WebhookDelivery, screen: Screen): Part[] {
  const { id, event_type, event_id, status, last_response_status, last_error } = delivery
  const { sign, style } = toneOf("status", status) ?? tones.over
  const why = last_response_status ? `got ${last_response_status}` : status === "delivered" ? "" : last_error
  return [
    { text: `delivery ${id}` },
    { text: screen.safe(event_type), paint: (text) => screen.paint("bold", text) },
    { text: `${sign} ${screen.safe(status)}`, paint: (text) => screen.paint(style, text) },
    { text: screen.safe(why ?? "") },
    { text: screen.safe(event_id), isId: true, paint: (text) => screen.paint("dim", text) },
  ]
}

/** The attempts in one or several lines: a line ends after a pause. */
function timeLine(delivery: WebhookDelivery, screen: Screen): string {
  const { attempts, status, next_attempt_at } = delivery
  const times = attemptTimes(delivery)
  const marks = times.map((time, index) => {
    const isGood = index === attempts - 1 && status === "delivered"
    const { sign, style } = isGood ? tones.good : tones.bad
    return `${screen.paint(style, sign)} ${clockText(time, times[0] ?? time, screen)}`
  })
  const next = Date.parse(next_attempt_at ?? "")
  const isDue = status === "pending" && !Number.isNaN(next)
  if (isDue) {
    const wait = next - screen.now
    const text = screen.paint("dim", `(${wait > 0 ? `in ${durationText(wait)}` : "due"})`)
    const { sign, style } = tones.waiting
    marks.push(`${screen.paint(style, sign)} ${clockText(next, times[0] ?? next, screen)} ${text}`)
  }
  if (marks.length === 0) return `  ${screen.paint("dim", "not tried")}`
  const points = isDue ? [...times, next] : times
  const steps = marks.map((mark, index) => {
    const after = points[index + 1]
    return after === undefined
      ? mark
      : `${mark} ${screen.paint("dim", `─ ${durationText(after - (points[index] ?? after))} ─`)}`
  })
  return inLines(steps, screen)
}

function inLines(steps: readonly string[], screen: Screen): string {
  const lines: string[] = []
  for (const step of steps) {
    const line = lines.at(-1)
    const joined = `${line ?? ""} ${step}`
    if (line !== undefined && screen.width(withoutStyle(joined)) <= screen.columns) lines[lines.length - 1] = joined
    else lines.push(...wrapNote(`  ${step}`, screen, 2).split("\n"))
  }
  return lines.join("\n")
}

/**
 * The times of the attempts. The service tells the first (when the event happened) and the last; those in between
 * follow from the retry schedule. Spec: Acknowledgement, retries, duplicates.
 */
export function attemptTimes({ attempts, created_at, updated_at }: WebhookDelivery): number[] {
  const times: number[] = []
  let time = Date.parse(created_at)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) time += limits.webhookRetryDelays[attempt - 1] ?? 0
    times.push(time)
  }
  const last = Date.parse(updated_at)
  const before = times.at(-2) ?? Number.NEGATIVE_INFINITY
  if (attempts > 1 && last > before) times[attempts - 1] = last
  return times
}

/** Hours and minutes, with the day if it differs from the first. */
function clockText(time: number, first: number, screen: Screen): string {
  const text = localText(time, screen)
  const isSameDay = text.slice(0, 10) === localText(first, screen).slice(0, 10)
  return time === first || !isSameDay ? text.slice(5) : text.slice(11)
}
