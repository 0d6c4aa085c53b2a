import type { MessageContentRow, MessageRow } from "../../base/models.gen.ts"
import type { Caller } from "../../world/caller.ts"
import type { Task, World } from "../../world/world.ts"
import { suppressionOf } from "../suppressions/suppressions.ts"
import { admit } from "./capacity.ts"
import type { OutgoingMessage } from "./compose.ts"
import type { TimelineStep } from "./contents-table.ts"
import { messageMachine, timelineMachine } from "./machine.ts"
import { readMail } from "./read-mail.ts"
import { eventsOf } from "./recipient-events.ts"
import { hasHappened, type ReportedEvent, report, reportAll } from "./report.ts"
import { scriptFor, scriptOf } from "./simulated.ts"
import { stateOf, stepOf } from "./timeline.ts"

interface Acceptance extends Pick<Caller, "account" | "brand"> {
  readonly idempotencyKey: string | undefined
  /** Test sends emit no events. */
  readonly isTest: boolean
}

/** Queues a message; its outcome follows after the latency. An e-mail beyond the allowance is a 429. */
export function sendMessage(
  world: World,
  { account, brand }: Caller,
  message: OutgoingMessage,
  idempotencyKey: string | undefined,
): MessageRow {
  if (message.channel === "email") admit(world, account, 1)
  const queued = queue(world, message, { account, brand, idempotencyKey, isTest: false })
  world.timers.schedule(world.now() + world.options.messageLatency, "message.dispatch", queued.id)
  return queued
}

/** Sends a message without events, at once, and returns the result. The caller has counted it against the allowance. */
export function sendTestMessage(world: World, { account, brand }: Caller, message: OutgoingMessage): MessageRow {
  const { id } = queue(world, message, { account, brand, idempotencyKey: undefined, isTest: true })
  dispatchMessage(world, id)
  return world.tables.messages.known(id)
}

function queue(world: World, message: OutgoingMessage, acceptance: Acceptance): MessageRow {
  const { account, brand, idempotencyKey, isTest } = acceptance
  const { messages, messageContents } = world.tables
  const { channel, to, subject, tags, ...content } = message
  const id = messages.nextId()
  const created_at = world.timestamp()
  messageContents.insert({
    id,
    ...content,
    tags: channel === "sms" ? {} : { ...tags, ...serviceTags(account.id, brand.id, id) },
    idempotency_key: idempotencyKey ?? null,
    timeline: [{ type: `${channel}.queued`, timestamp: created_at, detail: {} }],
  })
  return messages.insert({
    id,
    brand_id: brand.id,
    channel,
    to,
    subject,
    status: messageMachine.initial,
    provider_id: null,
    source_type: isTest ? "test" : null,
    status_reason_code: null,
    status_reason: null,
    failure_code: null,
    failure_reason: null,
    failure_category: null,
    sent_at: null,
    created_at,
  })
}

/** What the service adds to the sender's tags, whatever they are. Spec: Transactional messages 4. @internal */
export const serviceTags = (accountId: number, brandId: number, messageId: number) => ({
  account_id: String(accountId),
  brand_id: String(brandId),
  message_id: String(messageId),
})

/** Hands a message to the provider. The outcome comes from a rule for the recipient, or from the `simulator.test` address. */
export const dispatchMessage: Task = (world, id) => {
  const { messages, messageContents, brands } = world.tables
  const message = messages.get(id)
  const content = messageContents.get(id)
  if (message === undefined || content === undefined || message.status !== "queued") return
  const suppression =
    message.channel === "sms"
      ? undefined
      : suppressionOf(world, brands.get(message.brand_id)?.account_id ?? 0, message.to)
  if (suppression !== undefined) {
    const reason = `The address is on the suppression list (${suppression.reason})`
    report(world, message, { type: "failed", failure: { code: "suppressed", reason, category: "suppression" } })
    return
  }
  const outcome = world.outcomes.take(message.channel, message.to)
  const { steps, later, untracked } = outcome === undefined ? scriptFor(message.to) : scriptOf(outcome)
  if (outcome !== undefined || later !== undefined) {
    messageContents.update(content, { later: later?.steps, untracked, outcome_id: outcome?.id })
  }
  follow(world, message, content, steps)
  if (later !== undefined) world.timers.schedule(world.now() + later.delay, "message.deliver", id)
}

/** The later outcome of a message, unless it was decided in the meantime. */
export const deliverMessage: Task = (world, id) => {
  const message = world.tables.messages.get(id)
  const content = world.tables.messageContents.get(id)
  if (message?.status !== "sent" || content === undefined) return
  if (hasHappened(content, "email.bounced")) return
  const { later = ["delivered"] } = content
  const isDelivered = hasHappened(content, `${message.channel}.delivered`)
  const remaining = later.filter((step) => !(step === "delivered" && isDelivered))
  follow(world, message, content, remaining)
}

function follow(world: World, message: MessageRow, content: MessageContentRow, steps: readonly TimelineStep[]): void {
  let current = message
  for (const step of steps) {
    const state = stateOf(world.tables.messageContents.known(message.id))
    const possible = newsOfStep(step, content).filter((news) => timelineMachine.can(state, stepOf(news)))
    current = reportAll(world, current, possible)
  }
}

function newsOfStep(step: TimelineStep, content: MessageContentRow): readonly ReportedEvent[] {
  switch (step) {
    case "hard_bounced":
      return [eventsOf({ type: "bounced" }, content)]
    case "soft_bounced":
      return [eventsOf({ type: "bounced", bounce: { type: "soft" } }, content)]
    case "complained":
    case "failed":
      return [eventsOf({ type: step }, content)]
    case "clicked":
    case "bot_clicked":
      return [...new Set(readMail(content.html ?? "").links.map(({ url }) => url))].map((url) => ({ type: step, url }))
    default:
      return [{ type: step }]
  }
}
