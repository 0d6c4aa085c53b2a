import { limits as serviceLimits } from "../../contract/core/limits.ts"
import type { Message } from "../../contract/messages.ts"
import { type BrandLists, brandLists, momentOf, serviceTime } from "../../outage/brand-lists.ts"
import { type Evidence, findFacts } from "../../outage/facts.ts"
import { newestFirst } from "../../outage/lists.ts"
import {
  type HealthEvent,
  type HealthSpan,
  type HealthState,
  problemsOf,
  spans,
  spansOf,
  worstState,
} from "../../sending/ceilings/health.ts"
import { checkHealthLimits, type HealthLimits } from "../../sending/ceilings/health-limits.ts"
import { InvalidArgumentError, PermissionDeniedError } from "../errors.ts"
import type { RequestOptions } from "../options.ts"
import { isObject } from "../transport/fields.ts"
import type { ListReader } from "./list-reader.ts"
import { check, positiveCount } from "./options-check.ts"

/** Where the facts come from, and what is too much. Also takes any request option. */
export interface SendingHealthOptions extends Omit<RequestOptions, "idempotencyKey"> {
  /**
   * The webhook events that you keep, of the last day at least, in any order and with duplicates. They need `message_id`, `to`, `tags` and
   * `bounce` of `data`. Default: what the service lists, its deliveries, messages and suppressions.
   */
  events?: Iterable<HealthEvent> | AsyncIterable<HealthEvent> | undefined
  /** Counts only mails that were sent after this time. */
  since?: Date | string | number | undefined
  /** What is too much. */
  limits?: HealthLimits | undefined
  /** Maximum number of rows to read of each list of the service, newest first. Default 10,000. */
  most?: number | undefined
}

/** How the brand's mails fare with their recipients. */
export interface SendingHealth {
  /** The worst verdict; `unknown` if there were too few mails to tell. */
  readonly state: HealthState
  /** ISO 8601, UTC. */
  readonly checkedAt: string
  /** What is too high, in sentences; empty if nothing is. */
  readonly problems: readonly string[]
  /** The last hour and the last day. */
  readonly spans: readonly HealthSpan[]
  /** What these numbers do not know. */
  readonly notes: readonly string[]
}

/** What earlier checks have read, newest first: who sends a lot could not read the last day again each minute. */
export interface EarlierMessages {
  rows: readonly Message[]
}

/** Maximum number of messages to keep from earlier checks. */
const mostKnown = 50_000

/** Computes the rates of the last hour and day; `newerThan` leaves out what is older, in milliseconds by the service's clock. */
export async function sendingHealth(
  requester: ListReader,
  healthOptions: SendingHealthOptions,
  newerThan?: number,
  earlierMessages: EarlierMessages = { rows: [] },
): Promise<SendingHealth> {
  const { events, since, limits = {}, most = 10_000, ...options } = healthOptions
  checkHealthLimits(limits, "limits")
  check("most", most, positiveCount)
  const notes: string[] = []
  const now = (await serviceTime(requester, options).catch(withoutPermission)) ?? requester.times.clock.now()
  // A start by a clock that was ahead is unknown: what went out before it counts.
  const isKnown = newerThan !== undefined && newerThan >= 0
  const from = isKnown ? now - newerThan : momentOf("since", since ?? 0)
  const facts = events
    ? await eventsIn(events)
    : await readFacts(brandLists(requester, options), { now, most, notes, earlierMessages })
  // The header has whole seconds.
  const all = spansOf(facts, now + 1_000, limits, from)
  if (events) {
    notes.push("Only the events that were passed are counted.")
    if (!facts.some(({ type }) => type === "email.sent" || type === "email.delivered"))
      notes.push("They have neither email.sent nor email.delivered: without the mails that were sent there is no rate.")
  }
  notes.push(
    "Mails of campaigns and flows are not counted: the service reports only single messages.",
    "Gmail does not report who complained: its Postmaster Tools show the rate.",
  )
  const state = worstState(all)
  const problems = state === "pause" || state === "warning" ? problemsOf(all, state) : []
  if (state === "unknown") notes.unshift("Too few mails were sent to judge their rates.")
  return { state, checkedAt: new Date(now).toISOString(), problems, spans: all, notes }
}

interface ReadOptions {
  readonly now: number
  readonly most: number
  /** Gets what could not be read. */
  readonly notes: string[]
  /** Gets the messages that were read. */
  readonly earlierMessages: EarlierMessages
}

/** The events of the last day, from what the service lists. */
async function readFacts(
  lists: BrandLists,
  { now, most, notes, earlierMessages }: ReadOptions,
): Promise<readonly HealthEvent[]> {
  const since = now - spans.day
  const newest = async <Row extends { readonly id: number; readonly created_at: string }>(
    list: Parameters<typeof newestFirst<Row>>[0],
    name: string,
    newestKnown?: number,
  ) => {
    const rows: Row[] = []
    for await (const row of newestFirst(list)) {
      if (Date.parse(row.created_at) < since || row.id === newestKnown) break
      if (rows.length === most) {
        notes.push(`Only the newest ${most} ${name} of the last day were read (most).`)
        break
      }
      rows.push(row)
    }
    return rows
  }
  const newer = await newest(lists.messages, "messages", earlierMessages.rows[0]?.id)
  const messages = [...newer, ...earlierMessages.rows.filter(({ created_at }) => Date.parse(created_at) >= since)]
  // What was queued is sent when it is looked at again.
  earlierMessages.rows = messages
    .slice(0, mostKnown)
    .map((row) => (row.status === "queued" ? { ...row, sent_at: row.created_at } : row))
  const suppressions = await newest((page) => lists.suppressions(true, page), "suppressions")
  const deliveries: Evidence["deliveries"][number][] = []
  try {
    const webhooks = await lists.webhooks({ limit: 100 }).toArray()
    for (const { id } of webhooks)
      deliveries.push(...(await newest((page) => lists.deliveries(id, page), `deliveries to ${id}`)))
    if (webhooks.length === 0) notes.push("There is no webhook endpoint: the tags of mails are unknown.")
    else if (!webhooks.some(({ enabled, events }) => enabled && events.includes("email.sent")))
      notes.push("No endpoint listens to email.sent: how many mails were sent with a tag is unknown.")
  } catch (error) {
    withoutPermission(error)
    notes.push("The credential may not read webhooks: the tags of mails are unknown.")
  }
  const types = new Set(["email.sent", "email.bounced", "email.complained"])
  const historyFrom = now - serviceLimits.webhookHistory
  const { events, unexplained } = findFacts({
    since,
    until: now + 1_000,
    historyFrom,
    types,
    messages,
    suppressions,
    deliveries,
  })
  if (unexplained > 0)
    notes.push(
      `${unexplained} ${unexplained === 1 ? "address was" : "addresses were"} suppressed by a campaign, by another brand, or by an older mail: they are in no rate.`,
    )
  return events
}

/** Undefined if the credential lacks permission; throws any other error. */
function withoutPermission(error: unknown): undefined {
  if (!(error instanceof PermissionDeniedError)) throw error
}

async function eventsIn(source: Iterable<HealthEvent> | AsyncIterable<HealthEvent>): Promise<HealthEvent[]> {
  const events: HealthEvent[] = []
  for await (const event of source) {
    if (!isObject(event) || !isObject(event.data))
      throw new InvalidArgumentError("events", "must be webhook events, with their data")
    events.push(event)
  }
  return events
}
