import { mailboxKey } from "../contract/core/mailbox.ts"
import type { Message } from "../contract/messages.ts"
import type { Suppression } from "../contract/suppressions.ts"
import type { WebhookDelivery } from "../contract/webhooks.ts"
import type { WebhookEvent } from "../webhooks/events.ts"

/**
 * An event of the period. `id` is the original event's if a delivery has it; otherwise it is derived from the message
 * and the event type, the same in every run: `caught_up_email_bounced_3_hard`.
 */
export type CaughtUpEvent = WebhookEvent & {
  /** Distinguishes it from an event that the service delivered. */
  readonly source: "caught-up"
  /** True if the time, or a detail such as the bounce type, is not known exactly. Tags are then unknown. */
  readonly approximate: boolean
}

/** The records that were read, and their time span. Times are milliseconds since 1970. */
export interface Evidence {
  readonly since: number
  readonly until: number
  /** Start of the deliveries that the service still keeps. */
  readonly historyFrom: number
  readonly types: ReadonlySet<string>
  readonly messages: readonly Message[]
  readonly suppressions: readonly Suppression[]
  readonly deliveries: readonly WebhookDelivery[]
}

/** The events found, and what remains unknown. */
export interface Facts {
  /** Sorted by time. */
  readonly events: readonly CaughtUpEvent[]
  /** Number of recently sent messages without an `email.delivered` event. */
  readonly undelivered: number
  /** The same for `email.opened`. */
  readonly unopened: number
  /** Number of suppressions in the period that no message of the brand explains. */
  readonly unexplained: number
}

/** The beginning of ids that no delivery has. */
const derivedId = "caught_up"
export const isDerived = ({ id }: CaughtUpEvent): boolean => id.startsWith(derivedId)

/** Reasons of suppressions and messages that have an event type. */
const reasons: ReadonlySet<string> = new Set(["hard_bounce", "soft_bounce", "complaint"])

/** Finds the events of a period: from deliveries where they exist, otherwise from messages and suppressions. */
export function findFacts(evidence: Evidence): Facts {
  const { since, until, types, deliveries, suppressions } = evidence
  const isWithin = (moment: string | null | undefined) => {
    const at = Date.parse(moment ?? "")
    return at >= since && at <= until
  }
  const events = new Map<string, CaughtUpEvent>()
  /** Events that a delivery or an earlier fact already reports: `type message detail`. */
  const reported = new Set<string>()
  for (const { event_id, payload } of deliveries) {
    if (payload.data.test) continue
    reported.add(keyOf(payload.type, payload.data.message_id, Object(payload.data.bounce).type))
    if (isWithin(payload.timestamp) && types.has(payload.type)) events.set(event_id, factOf(event_id, payload, false))
  }
  const report = (message: Message, { type, timestamp, detail, approximate }: Report) => {
    const bounceType = Object(detail.bounce).type
    const key = keyOf(type, message.id, bounceType)
    if (reported.has(key)) return
    reported.add(key)
    if (!types.has(type)) return
    // Only letters, digits and `_`: every queue takes it as the id of a job, BullMQ none with a colon.
    const id = [derivedId, type.replace(".", "_"), message.id, ...(bounceType ? [bounceType] : [])].join("_")
    const { brand_id, id: message_id, to, subject } = message
    const tags = { brand_id: String(brand_id), message_id: String(message_id) }
    const data = { message_id, to, subject: subject ?? "", tags, ...detail }
    events.set(id, factOf(id, { type, timestamp, data }, approximate))
  }
  const mails = evidence.messages.filter(({ channel, source_type }) => channel === "email" && source_type === null)
  /** Whether an event of unknown time may belong to the period: had it been delivered before, a delivery would show it. */
  const isOpen = ({ created_at }: Message) =>
    Date.parse(created_at) >= Math.min(since, evidence.historyFrom) && Date.parse(created_at) <= until
  const mailsTo = groupBy(mails, ({ to }) => mailboxKey(to))
  const suppressionsOf = groupBy(suppressions, ({ email }) => mailboxKey(email))

  for (const mail of mails) {
    const { sent_at, created_at } = mail
    if (isWithin(sent_at)) {
      const timestamp = sent_at ?? created_at
      report(mail, { type: "email.sent", timestamp, detail: { sent_at: timestamp }, approximate: false })
    }
    if (mail.status === "failed" && isOpen(mail)) {
      const [code, reason, category] = [mail.failure_code, mail.failure_reason, mail.failure_category]
      const failure = { code: code ?? "unknown", reason: reason ?? "", category: category ?? "unknown" }
      report(mail, { type: "email.failed", timestamp: sent_at ?? created_at, detail: { failure }, approximate: true })
    }
  }
  let unexplained = 0
  for (const suppression of suppressions) {
    const { reason, event_occurred_at: timestamp } = suppression
    if (!reasons.has(reason) || !timestamp || !isWithin(timestamp)) continue
    const mail = newestBefore(mailsTo.get(mailboxKey(suppression.email)) ?? [], timestamp, reason)
    if (mail === undefined) {
      unexplained++
      continue
    }
    report(mail, { ...detailOf(reason, suppression), timestamp, approximate: false })
  }
  // A suppression shows only the last bounce of its address; the time of earlier ones is unknown.
  for (const mail of mails) {
    const reason = mail.status_reason_code ?? ""
    if (!reasons.has(reason) || !isOpen(mail)) continue
    if (hasEarlier(suppressionsOf.get(mailboxKey(mail.to)) ?? [], mail, since)) continue
    report(mail, { ...detailOf(reason), timestamp: mail.sent_at ?? mail.created_at, approximate: true })
  }
  const unreported = (type: string) =>
    mails.filter((mail) => mail.sent_at && isOpen(mail) && !reported.has(keyOf(type, mail.id))).length
  return {
    events: [...events.values()].sort(byMoment),
    undelivered: unreported("email.delivered"),
    unopened: unreported("email.opened"),
    unexplained,
  }
}

interface Report {
  readonly type: string
  readonly timestamp: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly approximate: boolean
}

const keyOf = (type: string, message: unknown, bounce: unknown = "") => `${type} ${message} ${bounce}`

const factOf = (id: string, event: Pick<Report, "type" | "timestamp"> & { data: object }, approximate: boolean) => {
  // The event type determines the shape.
  return { ...event, id, source: "caught-up", approximate } as CaughtUpEvent
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

/** Sorts by time. At the same time `email.sent` comes first. */
function byMoment(a: CaughtUpEvent, b: CaughtUpEvent): number {
  const isSecond = ({ type }: CaughtUpEvent) => Number(type !== "email.sent")
  return Date.parse(a.timestamp) - Date.parse(b.timestamp) || isSecond(a) - isSecond(b) || (a.id < b.id ? -1 : 1)
}

const sentAt = ({ sent_at }: Message) => Date.parse(sent_at ?? "")

/** The message that an address bounced or complained about: the newest one sent by then, preferring those with this reason. */
function newestBefore(mails: readonly Message[], moment: string, reason: string): Message | undefined {
  const out = mails.filter((mail) => mail.sent_at && sentAt(mail) <= Date.parse(moment))
  const saying = out.filter(({ status_reason_code }) => status_reason_code === reason)
  const newest = (all: readonly Message[]) => [...all].sort((a, b) => sentAt(a) - sentAt(b)).at(-1)
  return newest(saying) ?? newest(out)
}

/** Whether a suppression of its address shows that it happened before the period. */
const hasEarlier = (suppressions: readonly Suppression[], mail: Message, since: number): boolean =>
  suppressions.some(
    ({ reason, event_occurred_at: at }) =>
      reason === mail.status_reason_code &&
      at != null &&
      Date.parse(at) < since &&
      Date.parse(at) >= Date.parse(mail.sent_at ?? mail.created_at),
  )

function detailOf(reason: string, from?: Suppression): Pick<Report, "type" | "detail"> {
  if (reason === "complaint") {
    return {
      type: "email.complained",
      detail: { complaint: { feedback_type: from?.complaint_feedback_type ?? "unknown" } },
    }
  }
  const type = reason === "hard_bounce" ? "hard" : "soft"
  return { type: "email.bounced", detail: { bounce: { type, subtype: from?.bounce_subtype ?? "unknown" } } }
}
