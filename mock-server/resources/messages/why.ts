import { limits } from "../../../sdk/contract/core/limits.ts"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import type { MessageContentRow, MessageRow, TimelineEntry } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
import { suppressedAddress } from "../suppressions/table.ts"
import { findMessage } from "./message-detail.ts"
import type { Reason, StatusReason } from "./reason.ts"
import { simulatedOutcome } from "./simulated.ts"
import { unreportedKind, whyWebhooks } from "./why-webhooks.ts"

/** What happened to a message and why, in order of time; the last sentence is its status now. 404 if it does not exist. */
export function whyMessage(world: World, id: number): (Reason | StatusReason)[] {
  const { message, content } = findMessage(world, id)
  const happened = [
    ...whyAccepted(world, message),
    ...whyDecided(world, message, content),
    ...content.timeline.slice(1).map((entry) => ({ ...whyHappened(world, message, entry), event: entry.type })),
    ...whyWebhooks(world, message, content),
  ]
  return [...happened.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)), whyNow(world, message, content)]
}

/** "email.opened" → opened */
const wordOf = (type: string) => type.slice(type.indexOf(".") + 1)

function whyAccepted(world: World, { id, channel, created_at, source_type }: MessageRow): Reason[] {
  const [first, ...others] = world.journal.requestsThatCreated({ kind: "message", id })
  const by = first === undefined ? "" : `, by request ${first}`
  const accepted: Reason =
    source_type === "test"
      ? { at: created_at, what: `Accepted as a test send${by}.`, rule: "28.11" }
      : { at: created_at, what: `Accepted for sending${by}.`, rule: "22.1" }
  const repeated = others.map(
    (request): Reason => ({
      at: world.journal.line(request)?.time ?? created_at,
      what: `Request ${request} repeated its idempotency key: nothing was sent again.`,
      rule: "22.7",
    }),
  )
  return [{ ...accepted, event: `${channel}.queued` }, ...repeated]
}

/** What determined the outcome: an outcome rule, or a `simulator.test` address. */
function whyDecided(
  world: World,
  message: MessageRow,
  { outcome_id, untracked, timeline }: MessageContentRow,
): Reason[] {
  const at = timeline[1]?.timestamp
  if (at === undefined || message.failure_category === "suppression") return []
  if (outcome_id === undefined) {
    const outcome = simulatedOutcome(message.to)
    return outcome === undefined
      ? []
      : [{ at, what: `The address ${message.to} determines the outcome: ${outcome}.`, rule: "31.5" }]
  }
  const rule = world.outcomes.list().find(({ id }) => id === outcome_id)
  const details = rule === undefined ? "" : ` (to ${rule.to}: ${rule.outcome})`
  const unseen = untracked === undefined ? "" : `; not tracked: ${untracked.join(", ")}`
  return [{ at, what: `Outcome rule ${outcome_id}${details} determines the outcome${unseen}.`, rule: "31.5" }]
}

type Why = readonly [rule: Reason["rule"], what: (entry: TimelineEntry, to: string) => string]

const whys: Readonly<Record<string, Why>> = {
  sent: ["31.1", () => "Sent: the provider accepted it."],
  delivered: ["31.1", () => "Delivered: the recipient's server accepted it."],
  bounced: ["24.1", ({ timestamp, detail }, to) => whatBounced(to, timestamp, Object(detail.bounce))],
  complained: ["24.1", (_, to) => `Marked as spam: ${to} is suppressed for good.`],
  opened: ["31.2", () => "Opened for the first time."],
  clicked: ["31.2", ({ detail }) => `Clicked ${detail.url} for the first time.`],
  bot_opened: ["31.2", () => "Opened by a scanner, which does not count."],
  bot_clicked: ["31.2", ({ detail }) => `Clicked ${detail.url} by a scanner, which does not count.`],
}

function whyHappened(world: World, message: MessageRow, entry: TimelineEntry): Reason {
  const why = whys[wordOf(entry.type)]
  if (why === undefined) return whyFailed(world, message, entry.timestamp)
  const [rule, what] = why
  return { at: entry.timestamp, what: what(entry, message.to), rule }
}

function whatBounced(to: string, at: string, { type, subtype }: { readonly type: string; readonly subtype: string }) {
  const until = new Date(Date.parse(at) + limits.softBounceSuppression).toISOString()
  return `${type === "hard" ? "Hard" : "Soft"} bounce (${subtype}): ${to} is suppressed ${type === "hard" ? "for good" : `until ${until}`}.`
}

function whyFailed(world: World, message: MessageRow, at: string): Reason {
  if (message.failure_category !== "suppression") {
    return { at, what: `Failed for good: ${message.failure_reason} (${message.failure_code}).`, rule: "31.5" }
  }
  return { at, what: `Failed: ${message.to} ${whatSuppressed(world, message, at)}.`, rule: "24.4" }
}

/** The suppression of a message, and its cause: "has been suppressed since … by the hard bounce of message 12". */
function whatSuppressed(world: World, message: MessageRow, at: string): string {
  const { brands, suppressions } = world.tables
  const { account_id } = brands.known(message.brand_id)
  const address = suppressedAddress(account_id, message.to)
  const rows = [...suppressions.in("address", `${address}/true`), ...suppressions.in("address", `${address}/false`)]
  const row = rows
    .filter(({ created_at, expires_at }) => created_at <= at && (expires_at == null || expires_at > at))
    .sort((a, b) => a.id - b.id)[0]
  if (row === undefined) return "was suppressed"
  const cause = row.reason.replace("_", " ")
  const since = `has been suppressed since ${row.created_at}`
  const by = findCause(world, account_id, message.to, row.created_at)
  return by === undefined ? `${since} (${cause})` : `${since} by the ${cause} of message ${by}`
}

/** The account's message to this address that bounced, or was marked as spam, at that time. */
function findCause(world: World, accountId: number, to: string, at: string): number | undefined {
  const { brands, messages, messageContents } = world.tables
  for (const brand of brands.in("account", accountId)) {
    for (const message of messages.in("brand", brand.id)) {
      if (mailboxKey(message.to) !== mailboxKey(to)) continue
      const { timeline = [] } = messageContents.get(message.id) ?? {}
      const isCause = timeline.some(
        ({ type, timestamp }) => timestamp === at && (type === "email.bounced" || type === "email.complained"),
      )
      if (isCause) return message.id
    }
  }
  return undefined
}

function whyNow(world: World, message: MessageRow, { timeline }: MessageContentRow): StatusReason {
  const { id, status } = message
  const work = world.timers
    .overview()
    .find(({ kind, subject }) => subject === id && (kind === "message.dispatch" || kind === "message.deliver"))
  if (status === "failed") return { what: "Status failed: nothing more can happen to it.", rule: "31.5" }
  if (work === undefined) return whyFinal(message, timeline)
  if ("error" in work) return { what: `Status ${status}: its work failed with ${work.error}.`, rule: "31.5" }
  const dueAt = new Date(work.dueAt).toISOString()
  return status === "queued"
    ? { what: `Status queued: it goes to the provider at ${dueAt}.`, rule: "22.1" }
    : { what: `Status sent: the rest of its outcome follows at ${dueAt}.`, rule: "31.1" }
}

/** The API tells no outcome in the status: a sentence that says where each shows. */
function whyFinal(message: MessageRow, timeline: readonly TimelineEntry[]): StatusReason {
  const { status, status_reason_code } = message
  const outcomes = timeline.slice(1).filter(({ type }) => wordOf(type) !== "sent" && !type.includes(".bot_"))
  if (outcomes.length === 0) return { what: `Status ${status}: no work is pending.`, rule: "31.5" }
  const types = [...new Set(outcomes.map(({ type }) => type))].join(", ")
  const fields = status_reason_code ? `status_reason_code (${status_reason_code})` : ""
  const webhooks = unreportedKind(message) === undefined ? `webhooks (${types})` : ""
  const where = [fields, webhooks].filter(Boolean).join(" and ") || "no field and no webhook"
  return { what: `Status stays ${status}: its outcome shows in ${where}.`, rule: "31.5" }
}
