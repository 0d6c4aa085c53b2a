import type { WebhookEventType } from "../../../sdk/contract/models/webhook-events.ts"
import type { MessageContentRow, MessageRow, TimelineEntry } from "../../base/models.gen.ts"
import type { World } from "../../world/world.ts"
import { countUse } from "../billing/usage.ts"
import { emailKey } from "../contacts/table.ts"
import { suppress } from "../suppressions/suppressions.ts"
import { emit, type WebhookNews } from "../webhooks/emit.ts"

export interface ReportedFailure {
  readonly code: string
  readonly reason: string
  readonly category: string
}

/** Something that the provider or the recipient did with a message. */
export type ReportedEvent =
  | { readonly type: "sent" | "delivered" | "opened" | "bot_opened" }
  | { readonly type: "bounced"; readonly bounce: { readonly type: "hard" | "soft"; readonly subtype: string } }
  | { readonly type: "complained"; readonly complaint: { readonly feedback_type: string } }
  | { readonly type: "clicked" | "bot_clicked"; readonly url: string }
  | { readonly type: "failed"; readonly failure: ReportedFailure }

/** The provider's name in suppressions. */
export const providerName = "simulator"

export const report = (world: World, message: MessageRow, news: ReportedEvent): MessageRow =>
  reportAll(world, message, [news])

/**
 * Processes news of a message in order: status, timeline, suppressions, and a webhook event each. Ignored: a second open, a
 * second click on a link, and untracked events. Bot events appear only in the timeline. Spec: Event types.
 */
export function reportAll(world: World, message: MessageRow, all: readonly ReportedEvent[]): MessageRow {
  const content = world.tables.messageContents.get(message.id)
  if (content === undefined) return message
  const isNew = newsTo(content)
  const entries: TimelineEntry[] = []
  let after = message
  for (const news of all.filter(isNew)) {
    const { type, ...details } = news
    after = settleStatus(world, after, news)
    const detail = type === "sent" ? { sent_at: after.sent_at } : details
    tellHistory(world, after, news)
    entries.push({ type: `${message.channel}.${type}`, timestamp: world.timestamp(), detail })
    if (message.channel !== "email" || type === "bot_opened" || type === "bot_clicked") continue
    suppressRecipient(world, message, news)
    if (message.source_type === null) emit(world, message.brand_id, eventFor(after, content, `email.${type}`, detail))
  }
  // Once for all of them: a mail can have thousands of links.
  if (entries.length > 0) {
    world.tables.messageContents.update(content, { timeline: [...content.timeline, ...entries] })
  }
  return after
}

function tellHistory(world: World, message: MessageRow, news: ReportedEvent): void {
  const { id, to, channel, status, status_reason_code: reason } = message
  const [word, isBad] = wordOf(news)
  world.history.add(world.now(), {
    what: `Message ${id} to ${to}: ${word}`,
    isBad,
    ...(isBad && { status: status === "failed" || !reason ? status : `${status} · ${reason.replace("_", " ")}` }),
    about: { kind: "message", id },
    event: `${channel}.${news.type}`,
  })
}

function wordOf(news: ReportedEvent): [word: string, isBad: boolean] {
  if (news.type === "bounced") return [`${news.bounce.type} bounce, the address is suppressed`, true]
  if (news.type === "complained") return ["marked as spam, the address is suppressed", true]
  if (news.type === "failed") return [`failed, ${news.failure.reason}`, true]
  if (news.type === "bot_opened" || news.type === "bot_clicked") return [`${news.type.slice(4)} by a scanner`, false]
  return [news.type, false]
}

export const hasHappened = ({ timeline }: MessageContentRow, type: string): boolean =>
  timeline.some((entry) => entry.type === type)

/** The news that the timeline lacks, each once. */
function newsTo(content: MessageContentRow): (news: ReportedEvent) => boolean {
  const clicked = new Set(
    content.timeline.flatMap(({ type, detail }) => (type === "email.clicked" ? [detail.url] : [])),
  )
  let opened = hasHappened(content, "email.opened")
  return (news) => {
    if ((news.type === "opened" || news.type === "clicked") && content.untracked?.includes(news.type)) return false
    if (news.type === "opened") {
      const isFirst = !opened
      opened = true
      return isFirst
    }
    if (news.type !== "clicked") return true
    const before = clicked.size
    return clicked.add(news.url).size > before
  }
}

function settleStatus(world: World, message: MessageRow, news: ReportedEvent): MessageRow {
  const { messages } = world.tables
  if (news.type === "sent") {
    countUse(world, accountOf(world, message), message.channel)
    const provider_id = `${world.random.hex(16)}@${providerName}.test`
    return messages.move(world, message, "send", { provider_id, sent_at: world.timestamp() })
  }
  if (news.type === "failed") {
    const { code, reason, category } = news.failure
    return messages.move(world, message, "fail", {
      status_reason_code: code,
      status_reason: reason,
      failure_code: code,
      failure_reason: reason,
      failure_category: category,
    })
  }
  if (news.type === "bounced") {
    const { type, subtype } = news.bounce
    return messages.update(message, { status_reason_code: `${type}_bounce`, status_reason: `Bounced: ${subtype}` })
  }
  if (news.type === "complained") {
    return messages.update(message, {
      status_reason_code: "complaint",
      status_reason: `Complaint: ${news.complaint.feedback_type}`,
    })
  }
  return message
}

const accountOf = (world: World, { brand_id }: MessageRow): number => world.tables.brands.get(brand_id)?.account_id ?? 0

function suppressRecipient(world: World, message: MessageRow, news: ReportedEvent): void {
  if (news.type !== "bounced" && news.type !== "complained") return
  const contact = world.tables.contacts.find("email", emailKey(message.brand_id, message.to))
  const common = { email: message.to, source_provider: providerName, contact_id: contact?.id ?? null }
  if (news.type === "complained") {
    const { feedback_type } = news.complaint
    suppress(world, accountOf(world, message), {
      ...common,
      reason: "complaint",
      complaint_feedback_type: feedback_type,
      provider_diagnostic: `Feedback loop report: ${feedback_type}`,
    })
    return
  }
  const { type, subtype } = news.bounce
  suppress(world, accountOf(world, message), {
    ...common,
    reason: `${type}_bounce`,
    bounce_subtype: subtype,
    provider_diagnostic: `${type === "hard" ? "550 5.1.1" : "452 4.2.2"} ${subtype}`,
  })
}

function eventFor(
  message: MessageRow,
  { idempotency_key, tags }: MessageContentRow,
  type: WebhookEventType,
  detail: object,
): WebhookNews {
  const key = idempotency_key === null ? {} : { idempotency_key }
  const data = { message_id: message.id, to: message.to, subject: message.subject ?? "", ...key, tags, ...detail }
  return { type, data, messageId: message.id }
}
