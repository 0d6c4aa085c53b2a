import type { ShownAttempt } from "../webhooks/attempt.ts"
import { badge, entry, h, json, part, pre } from "./dom.ts"
import type { Panel } from "./panel.ts"
import { moment, span, timeOfDay } from "./times.ts"

/** What webhooks were tried, each delivery with its attempts on a line of time. */
export const deliveriesPanel: Panel = {
  name: "deliveries",
  title: "Webhooks",
  path: "deliveries?limit=500",
  empty: "No webhook has gone out yet.",
  rows: (answer) => (Array.isArray(answer) ? byDelivery(answer).map(delivery) : []),
}

/** The attempts of each delivery; what was tried last stands first. */
function byDelivery(attempts: readonly ShownAttempt[]): ShownAttempt[][] {
  const groups = new Map<number, ShownAttempt[]>()
  for (const attempt of attempts) {
    const group = groups.get(attempt.delivery_id) ?? []
    groups.delete(attempt.delivery_id)
    groups.set(attempt.delivery_id, [...group, attempt])
  }
  return [...groups.values()].reverse()
}

const isGood = ({ response_status }: ShownAttempt) =>
  response_status !== null && response_status >= 200 && response_status < 300
const outcomeOf = ({ response_status, error }: ShownAttempt) => String(response_status ?? error ?? "no answer")

function delivery(attempts: readonly ShownAttempt[]): Node {
  const last = attempts.at(-1)
  if (last === undefined) return h("div")
  return entry(
    last.delivery_id,
    [
      h("time", { datetime: last.sent_at }, timeOfDay(last.sent_at)),
      badge(outcomeOf(last), isGood(last) ? "good" : "bad"),
      h("b", {}, last.event_type),
      h("small", { class: "grow" }, `to webhook ${last.webhook_id}`),
      h("span", { class: "attempts" }, ...attempts.flatMap(dot)),
    ],
    () => details(attempts),
  )
}

/** An attempt as a dot, after the time that has passed since the one before it. */
function dot(attempt: ShownAttempt, at: number, attempts: readonly ShownAttempt[]): Node[] {
  const title = `Attempt ${attempt.attempt} at ${moment(attempt.sent_at)}: ${outcomeOf(attempt)}`
  const mark = h("i", { class: isGood(attempt) ? "dot good" : "dot bad", title })
  const before = attempts[at - 1]
  return before === undefined
    ? [mark]
    : [h("small", {}, span(Date.parse(attempt.sent_at) - Date.parse(before.sent_at))), mark]
}

function details(attempts: readonly ShownAttempt[]): Node {
  const first = attempts[0]
  const step = (attempt: ShownAttempt) =>
    h(
      "li",
      {},
      badge(outcomeOf(attempt), isGood(attempt) ? "good" : "bad"),
      h("time", {}, moment(attempt.sent_at)),
      h("small", {}, `attempt ${attempt.attempt}, ${attempt.duration_ms.toFixed(1)} ms`),
    )
  return h(
    "div",
    {},
    part("Attempts", h("ol", { class: "timeline" }, ...attempts.map(step))),
    part("URL", pre(first?.url ?? "")),
    part("Headers of the last", json(attempts.at(-1)?.request.headers)),
    part("Body", json(JSON.parse(first?.request.body ?? "null"))),
  )
}
