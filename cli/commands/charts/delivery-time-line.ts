import { limits } from "../../../sdk/contract/core/limits.ts"
import type { WebhookDelivery } from "../../../sdk/contract/webhooks.ts"
import { spanText } from "../../output/figures.ts"
import type { Screen, Style } from "../../output/output.ts"

const statusStyles: Readonly<Record<string, Style>> = { delivered: "green", failed: "red", pending: "yellow" }

/** A delivery in two lines: what and how it stands, and its attempts with the pauses between them. */
export function drawDelivery(delivery: WebhookDelivery, screen: Screen): string {
  const { event_type, event_id, status, last_response_status, last_error } = delivery
  const style = statusStyles[status] ?? "bold"
  const outcome = [
    screen.paint(style, screen.safe(status)),
    last_response_status ? `answered ${last_response_status}` : "",
    status !== "delivered" && !last_response_status && last_error ? screen.safe(last_error) : "",
  ]
  const head = [screen.paint("bold", screen.safe(event_type)), ...outcome, screen.paint("dim", screen.safe(event_id))]
  return `${head.filter(Boolean).join("  ")}\n  ${timeLine(delivery, screen)}`
}

function timeLine(delivery: WebhookDelivery, screen: Screen): string {
  const { attempts, status, next_attempt_at } = delivery
  const times = attemptTimes(delivery)
  const marks = times.map((time, index) => {
    const isGood = index === attempts - 1 && status === "delivered"
    return `${screen.paint(isGood ? "green" : "red", isGood ? "✔" : "✘")} ${clockText(time, times[0] ?? time)}`
  })
  const next = Date.parse(next_attempt_at ?? "")
  if (status === "pending" && !Number.isNaN(next)) {
    const wait = next - screen.now
    const text = wait > 0 ? `in ${spanText(wait)}` : "due"
    marks.push(
      `${screen.paint("yellow", "○")} ${clockText(next, times[0] ?? next)} ${screen.paint("dim", `(${text})`)}`,
    )
  }
  if (marks.length === 0) return screen.paint("dim", "not tried")
  const points = status === "pending" && !Number.isNaN(next) ? [...times, next] : times
  return marks.reduce((line, mark, index) => {
    const pause = (points[index] ?? 0) - (points[index - 1] ?? 0)
    return `${line} ${screen.paint("dim", `─ ${spanText(pause)} ─`)} ${mark}`
  })
}

/**
 * When the attempts were made. The service tells the first (when the event happened) and the last; those between follow
 * from the delays between attempts. Spec: Acknowledgement, retries, duplicates.
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

/** Hours and minutes, with the day where it is not the first one's. */
function clockText(time: number, first: number): string {
  const text = new Date(time).toISOString()
  const isSameDay = text.slice(0, 10) === new Date(first).toISOString().slice(0, 10)
  return time === first || !isSameDay ? `${text.slice(5, 10)} ${text.slice(11, 16)}` : text.slice(11, 16)
}
