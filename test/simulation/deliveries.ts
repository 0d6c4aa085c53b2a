import type { SnapshotState } from "../../mock-server/world/snapshot.ts"
import { limits } from "../../sdk/contract/core/limits.ts"
import { snapshotOf } from "../support/snapshot-of.ts"
import type { Day } from "./day.ts"
import type { Moment, Pause } from "./memory.ts"
import type { Arrival } from "./receiver.ts"
import { must } from "./stock.ts"
import { tableOf } from "./tables.ts"

type Attempt = SnapshotState["attempts"]["attempts"][number]

/** The longest time that an attempt waits to be overtaken, in milliseconds. */
const longestHold = 60_000
/** The longest time that a fault delays an attempt, in milliseconds. */
const longestDelay = 600_000

/** Checks the guarantees for webhooks against all attempts and arrivals. */
export function deliveriesAreRight(day: Day): void {
  const snapshot = snapshotOf(day.world)
  const pauses = [...day.memory.pauses, ...givenUp(snapshot)]
  const { attempts } = snapshot.attempts
  const byDelivery = new Map<number, Attempt[]>()
  for (const attempt of attempts) {
    // A duplicate made by a fault does not count as an attempt.
    if (attempt.facts.injected?.copy !== undefined) continue
    const { delivery_id: id } = attempt.facts
    byDelivery.set(id, [...(byDelivery.get(id) ?? []), attempt])
  }
  for (const deliveryAttempts of byDelivery.values()) exactLadder(deliveryAttempts, pauses)
  for (const deliveryAttempts of byDelivery.values()) reachesEnd(deliveryAttempts, pauses)
  everyEventIsSent(snapshot, attempts, pauses)
  for (const [at, { arrivals }] of day.memory.receivers.entries()) neverWhileOff(at + 1, arrivals, day.memory.pauses)
  for (const [at] of day.memory.receivers.entries()) handledOnce(day, at, attempts)
}

/** Attempts are made at the exact retry delays, or when their endpoint is enabled, numbered without a gap, with one id and one body. */
function exactLadder(deliveryAttempts: readonly Attempt[], pauses: readonly Pause[]): void {
  const [first] = deliveryAttempts
  deliveryAttempts.forEach(({ facts }, index) => {
    const name = `delivery ${facts.delivery_id}: attempt ${facts.number}`
    must(facts.number === index + 1, `${name} in place ${index + 1}`)
    must(facts.event_id === first?.facts.event_id, `${name} has an id of its own`)
    must(facts.body === first?.facts.body, `${name} has a body of its own`)
    const before = deliveryAttempts[index - 1]
    const dueAt =
      before === undefined ? bornAt(facts.body) : before.facts.at + (limits.webhookRetryDelays[index - 1] ?? 0)
    const late = facts.at - dueAt
    const { delay_ms: delay = 0, reorder } = facts.injected ?? {}
    const isRight = reorder ? late >= 0 && late <= Math.max(delay, longestHold) : late === delay
    const longest = Math.max(delay, longestHold)
    const isResumed = pauses.some(
      ({ webhook, off, on }) =>
        webhook === facts.webhook_id &&
        on !== undefined &&
        late >= 0 &&
        off.asked.at <= dueAt + longest &&
        on.asked.at <= facts.at &&
        facts.at <= on.answered.at + longest,
    )
    must(isRight || isResumed, `${name} is made ${late} ms after it is due`)
  })
}

/** An event is delivered in the end, unless its retries are exhausted or its endpoint stays disabled. */
function reachesEnd(deliveryAttempts: readonly Attempt[], pauses: readonly Pause[]): void {
  const last = deliveryAttempts.at(-1)
  if (last === undefined || isSuccess(last) || deliveryAttempts.length > limits.webhookRetryDelays.length) return
  const { facts } = last
  const isOff = pauses.some(
    ({ webhook, off, on }) => webhook === facts.webhook_id && off.answered.at >= facts.at && on === undefined,
  )
  // Endpoints added by clients come and go: their times are not recorded.
  must(
    isOff || facts.webhook_id > 3,
    `delivery ${facts.delivery_id} is given up after ${deliveryAttempts.length} attempts`,
  )
}

const isSuccess = ({ outcome }: Attempt) => "status" in outcome && outcome.status >= 200 && outcome.status < 300

/** The time of the event in a body. */
const bornAt = (body: string): number => Date.parse(String(JSON.parse(body).timestamp))

const reportedTypes = ["email.sent", "email.delivered", "email.bounced", "email.failed", "email.complained"]

/** Each reported event in a message's timeline is sent to each enabled endpoint of its brand. */
function everyEventIsSent(snapshot: SnapshotState, attempts: readonly Attempt[], pauses: readonly Pause[]): void {
  const sent = new Set(attempts.map(({ facts }) => `${facts.webhook_id} ${facts.event_type} ${messageOf(facts.body)}`))
  const brands = new Map(
    tableOf(snapshot, "messages").map(({ id, brand_id, source_type }) => [id, source_type === "test" ? 0 : brand_id]),
  )
  for (const { id, timeline, tags } of tableOf(snapshot, "messageContents")) {
    const steps = Array.isArray(timeline) ? timeline : []
    must(steps.length > 1 || brands.get(id) === 0, `nothing came of message ${id}`)
    for (const { type, timestamp } of steps) {
      if (!reportedTypes.includes(type)) continue
      for (const [webhook, brand] of [
        [1, 1],
        [2, 1],
        [3, 2],
      ] as const) {
        if (brand !== brands.get(id)) continue
        const at = Date.parse(timestamp)
        const isOff = pauses.some(
          (pause) =>
            pause.webhook === webhook && pause.off.asked.at <= at + longestDelay && at <= (pause.on?.answered.at ?? at),
        )
        must(
          isOff || sent.has(`${webhook} ${type} ${id}`),
          `${type} of message ${id} is not sent to endpoint ${webhook}`,
        )
      }
    }
    must(tags !== undefined, `message ${id} has no tags`)
  }
}

const messageOf = (body: string): unknown => JSON.parse(body).data.message_id

/** Nothing arrives while an endpoint is disabled, and events from that time never do. */
function neverWhileOff(webhook: number, arrivals: readonly Arrival[], pauses: readonly Pause[]): void {
  for (const pause of pauses) {
    if (pause.webhook !== webhook) continue
    const { answered: off } = pause.off
    const on = pause.on?.asked ?? never
    for (const { moment, id, body } of arrivals) {
      must(!(off.turn < moment.turn && moment.turn < on.turn), `${id} came to endpoint ${webhook} while it was off`)
      const born = bornAt(body)
      must(!(off.at < born && born < on.at), `${id} happened while endpoint ${webhook} was off, and came`)
    }
  }
}

const never: Moment = { at: Number.POSITIVE_INFINITY, turn: Number.POSITIVE_INFINITY }

/** An acknowledged event was handled, once per life of its receiver; a forged one never is. */
function handledOnce({ memory, plan }: Day, at: number, attempts: readonly Attempt[]): void {
  const receiver = memory.receivers[at]
  if (receiver === undefined) return
  const { done, arrivals, lives, torn } = receiver
  const bodies = new Map<string, string>()
  for (const { id, body, status } of arrivals) {
    must((bodies.get(id) ?? body) === body, `${id} came with two bodies`)
    bodies.set(id, body)
    must(status !== 200 || (done[id] ?? 0) > 0, `receiver ${at + 1} acknowledged ${id} and never handled it`)
  }
  const isForgetful = plan.receivers[at]?.store === "memory"
  for (const [id, times] of Object.entries(done)) {
    must(times <= (isForgetful ? lives : 1 + (torn[id] ?? 0)), `receiver ${at + 1} handled ${id} ${times} times`)
  }
  for (const { facts, outcome } of attempts) {
    if (facts.webhook_id !== at + 1 || !("status" in outcome)) continue
    const { signature = "two" } = facts.injected ?? {}
    const isRefused = outcome.status === 400
    // Old secrets sign for longer than any day: no receiver refuses a webhook for not knowing the new secret yet.
    must(
      isRefused === (signature !== "two") || outcome.status === 500,
      `a webhook signed ${signature} gets ${outcome.status}`,
    )
  }
}

/** Endpoints that the service disabled, each after three days of failures. */
function givenUp(snapshot: SnapshotState): Pause[] {
  const mails = tableOf(snapshot, "outbox").filter(({ kind }) => kind === "webhook_disabled")
  return mails.map((mail) => {
    const data = Object(mail.data)
    const [at, since] = [Date.parse(String(mail.created_at)), Date.parse(data.failing_since)]
    must(at - since >= limits.webhookAutoOffAfter, `endpoint ${data.webhook_id} is given up after ${at - since} ms`)
    const moment = { at, turn: 0 }
    return { webhook: Number(data.webhook_id), off: { asked: moment, answered: moment } }
  })
}
