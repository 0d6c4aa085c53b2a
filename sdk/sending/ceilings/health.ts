import { mailboxKey } from "../../contract/core/mailbox.ts"
import { reservedTags } from "../../contract/core/message-names.ts"
import { defaultLimits, type HealthLimits } from "./health-limits.ts"

/** `unknown`: too few mails to tell. */
export type HealthState = "healthy" | "warning" | "pause" | "unknown"

/** Mails with one tag. */
export interface TaggedMails {
  /** The tag as `key=value`, such as `campaign=spring`. */
  readonly tag: string
  /** Number of them that bounced, or that were complained about. */
  readonly count: number
  /** Number of mails that were sent with the tag; null if the events do not tell. */
  readonly sent: number | null
}

/** Bounces or complaints of a span. */
export interface HealthRate {
  /** Number of mails. */
  readonly count: number
  /** Their share of those sent, 0 to 1; null if none was sent. */
  readonly rate: number | null
  /** The verdict on this rate. */
  readonly state: HealthState
  /** The addresses, newest mail first; at most 20. */
  readonly addresses: readonly string[]
  /** The tags of these mails, most frequent first; at most 5. */
  readonly tags: readonly TaggedMails[]
}

/** The mails that were sent in a span of time, and what became of them until now. */
export interface HealthSpan {
  /** The last hour, or the last day. */
  readonly span: "hour" | "day"
  /** Its start. ISO 8601, UTC. */
  readonly since: string
  /** Number of mails sent. */
  readonly sent: number
  /** Those that bounced for good. */
  readonly bounces: HealthRate
  /** Those that were marked as spam. */
  readonly complaints: HealthRate
  /** Number of mails that bounced for a time; they are in no rate. */
  readonly softBounced: number
}

/** An event of a webhook, as far as the rates need it. */
export interface HealthEvent {
  /** The event type. */
  readonly type: string
  /** When it happened. ISO 8601. */
  readonly timestamp: string
  /** The data of the event. */
  readonly data: {
    /** The message; null for a test event. */
    readonly message_id?: number | null | undefined
    /** The recipient. */
    readonly to?: string | undefined
    /** The tags. */
    readonly tags?: Readonly<Record<string, string>> | undefined
    /** How it bounced. */
    readonly bounce?:
      | {
          /** `hard` counts. */
          readonly type?: string | undefined
        }
      | undefined
  }
}

export const spans = { hour: 3_600_000, day: 86_400_000 } as const

interface Mail {
  readonly at: number
  readonly types: ReadonlySet<string>
  readonly to: string
  readonly tags: readonly string[]
  readonly hasSentTags: boolean
  readonly bounce: string | undefined
  readonly isComplaint: boolean
}

/** Events that tell the time, the tags or the fate of a mail. */
const ofMails = new Set([
  "email.sent",
  "email.delivered",
  "email.bounced",
  "email.complained",
  "email.opened",
  "email.clicked",
])

/** The rates of both spans. Counts messages, not events, which can repeat and come in any order. */
export function spansOf(events: Iterable<HealthEvent>, until: number, limits: HealthLimits, from = 0): HealthSpan[] {
  const mails = sentOf([...mailsOf(events).values()]).filter(({ at }) => at <= until && at > from)
  return Object.entries(spans).map(([span, ms]) => {
    const inSpan = mails.filter(({ at }) => at > until - ms)
    const rate = (name: "bounces" | "complaints", bad: readonly Mail[]): HealthRate => rateOf(name, bad, inSpan, limits)
    return {
      span: span === "hour" ? "hour" : "day",
      since: new Date(Math.max(until - ms, from)).toISOString(),
      sent: inSpan.length,
      bounces: rate(
        "bounces",
        inSpan.filter(({ bounce }) => bounce === "hard"),
      ),
      complaints: rate(
        "complaints",
        inSpan.filter(({ isComplaint }) => isComplaint),
      ),
      softBounced: inSpan.filter(({ bounce }) => bounce === "soft").length,
    }
  })
}

/** The mails of which the events tell that they were sent. A complaint alone may be about a mail of any time before. */
function sentOf(mails: readonly Mail[]): readonly Mail[] {
  const having = (...some: readonly string[]) => mails.filter(({ types }) => some.some((type) => types.has(type)))
  const sent = having("email.sent")
  if (sent.length > 0) return sent
  return having("email.delivered").length > 0 ? having("email.delivered", "email.bounced") : []
}

function mailsOf(events: Iterable<HealthEvent>): Map<number, Mail> {
  const mails = new Map<number, Mail>()
  for (const { type, timestamp, data } of events) {
    const { message_id: id, to = "", tags = {}, bounce } = data
    const moment = Date.parse(timestamp)
    if (typeof id !== "number" || !ofMails.has(type) || Number.isNaN(moment)) continue
    const before = mails.get(id)
    const labels = Object.entries(tags)
      .filter(([key]) => !reservedTags.some((reserved) => reserved === key))
      .map(([key, value]) => `${key}=${value}`)
    const isHard = before?.bounce === "hard" || (type === "email.bounced" && bounce?.type !== "soft")
    mails.set(id, {
      types: new Set([...(before?.types ?? []), type]),
      at: Math.min(moment, before?.at ?? moment),
      to,
      tags: labels.length > 0 ? labels : (before?.tags ?? []),
      hasSentTags:
        before?.hasSentTags === true || (labels.length > 0 && (type === "email.sent" || type === "email.delivered")),
      bounce: isHard ? "hard" : type === "email.bounced" ? "soft" : before?.bounce,
      isComplaint: before?.isComplaint === true || type === "email.complained",
    })
  }
  return mails
}

function rateOf(
  name: "bounces" | "complaints",
  bad: readonly Mail[],
  all: readonly Mail[],
  limits: HealthLimits,
): HealthRate {
  const { minSent = defaultLimits.minSent, minEvents = defaultLimits.minEvents } = limits
  const { warnAt, pauseAt } = limits[name] ?? defaultLimits[name]
  const rate = all.length === 0 ? null : bad.length / all.length
  const reached = rate === null || rate < warnAt ? "healthy" : rate < pauseAt ? "warning" : "pause"
  const newest = bad.toSorted((one, other) => other.at - one.at).map(({ to }) => [mailboxKey(to), to] as const)
  return {
    count: bad.length,
    rate,
    state: all.length >= minSent && (reached === "healthy" || bad.length >= minEvents) ? reached : "unknown",
    addresses: [...new Map(newest).values()].slice(0, 20),
    tags: tagsOf(bad, all),
  }
}

function tagsOf(bad: readonly Mail[], all: readonly Mail[]): TaggedMails[] {
  const counted = countTags(bad)
  const sent = all.some(({ hasSentTags }) => hasSentTags) ? countTags(all) : undefined
  return [...counted]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 5)
    .map(([tag, count]) => ({ tag, count, sent: sent?.get(tag) ?? null }))
}

function countTags(mails: readonly Mail[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const tag of mails.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return counts
}

const order: readonly HealthState[] = ["pause", "warning", "healthy", "unknown"]

/** The worst state of all rates. */
export const worstState = (all: readonly HealthSpan[]): HealthState =>
  order.find((state) => all.some(({ bounces, complaints }) => [bounces.state, complaints.state].includes(state))) ??
  "unknown"

/** Each rate that is too high, in one sentence. */
export function problemsOf(all: readonly HealthSpan[], state: HealthState): string[] {
  const words = { bounces: "bounced for good", complaints: "were marked as spam" } as const
  return all.flatMap((span) =>
    (["bounces", "complaints"] as const).flatMap((name) => {
      const { count, rate, tags } = span[name]
      if (span[name].state !== state || rate === null) return []
      const [main] = tags
      const source = main && main.count * 2 >= count ? `; ${main.count} of them have the tag ${main.tag}` : ""
      const share = `${Number((rate * 100).toPrecision(2))} %`
      return [`${count} of ${span.sent} mails of the last ${span.span} ${words[name]} (${share})${source}`]
    }),
  )
}
