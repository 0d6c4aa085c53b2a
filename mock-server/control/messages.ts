import * as z from "zod"
import { Id, IdParams } from "../../sdk/contract/core/shared.ts"
import { MessageChannel } from "../../sdk/contract/messages.ts"
import type { MessageRow } from "../base/models.gen.ts"
import { type MessageDetail, messageDetail } from "../resources/messages/message-detail.ts"
import type { Reason, StatusReason } from "../resources/messages/reason.ts"
import { causeMessageEvent } from "../resources/messages/recipient-events.ts"
import { whyMessage } from "../resources/messages/why.ts"
import type { MountedWorld } from "../world/mounted-world.ts"
import { defineControl } from "./control.ts"
import { findMessages } from "./find-messages.ts"
import { withContent } from "./message-content.ts"
import { nearestOf } from "./nearest-miss.ts"
import { type RuleView, ruleOf } from "./rules.ts"
import { waitFor, waitQuery } from "./waiting.ts"

/** One thing that happened to a message, and the rule of the service behind it. */
export interface WhyStep extends RuleView {
  /** When: ISO 8601. Null in the last step, which tells the status now. */
  readonly at: string | null
  /** What happened and why, in a sentence. */
  readonly what: string
  /** The timeline entry that it explains, such as `email.bounced`, or null. */
  readonly event: string | null
}

/** A reason with the text of its rule. @internal */
export const stepOf = async ({ at, what, event, rule }: Reason | StatusReason): Promise<WhyStep> => ({
  at: at ?? null,
  what,
  event: event ?? null,
  ...(await ruleOf(rule)),
})

/** An action of the recipient or provider. */
export const MessageCause = z.strictObject({
  /** delivered, bounced, complained, opened, clicked or failed, optionally prefixed with `email.`. */
  type: z.string(),
  /** True for an open or click by a scanner: it appears in the timeline, without an event. */
  bot: z.boolean().optional(),
  /** The bounce; hard when left out. */
  bounce: z
    .strictObject({
      /** `hard` is permanent, `soft` temporary. */
      type: z.enum(["hard", "soft"]).optional(),
      /** The finer class, for example `mailbox_full`. */
      subtype: z.string().optional(),
    })
    .optional(),
  /** The clicked link, one of the message's `links`; the first when left out. */
  url: z.string().optional(),
  /** Why it fails. */
  failure: z
    .strictObject({
      /** Machine-readable code, for example `suppressed`. */
      code: z.string().optional(),
      /** Human-readable reason. */
      reason: z.string().optional(),
      /** The kind of failure that the code belongs to. */
      category: z.string().optional(),
    })
    .optional(),
})

/** The statuses of a message. Bounces and deliveries are none: a message that bounced was sent. */
export const messageStatuses = ["queued", "sent", "failed"] as const

/** Filters messages; all given fields must match. Case is ignored. */
const messageFilter = {
  /** Only messages to this address or number; `*` matches any text. */
  to: z.string().regex(/\S/, "is empty: no message has such a recipient").optional(),
  /** Only messages with this subject; `*` matches any text. */
  subject: z.string().optional(),
  /** Only messages of this channel. */
  channel: MessageChannel.optional(),
  /** Only messages with this status. */
  status: z.enum(messageStatuses).optional(),
  /** Only messages that failed or bounced for this reason, such as `hard_bounce`. */
  status_reason_code: z.string().optional(),
  /** Only messages of this brand. */
  brand_id: Id.optional(),
  /** Only messages after the one with this id. */
  after: z.int().min(0).optional(),
  /** Only messages with a link that has this address or text; `*` matches any text. */
  link: z.string().optional(),
  /** Only messages with a code to type, or only those without. */
  code: z.boolean().optional(),
}

/** Selects messages. */
export const MessageQuery = z.strictObject({
  ...messageFilter,
  /** Only messages before the one with this id: the next page. */
  before: z.int().min(1).optional(),
  /** Only the newest N. */
  limit: z.int().min(1).optional(),
})

/** The messages to wait for. */
export const MessageWait = z.strictObject({ ...messageFilter, ...waitQuery })

/** The message to wait for. */
export const MessageLatest = MessageWait.omit({ count: true })

/** @internal */
export const messageControls = {
  list: defineControl({ method: "GET", path: "/messages", query: MessageQuery }, ({ world }, { query }) => {
    const { limit = Number.POSITIVE_INFINITY, after, before, ...filters } = query
    return findMessages(world, filters, { after, before, limit })
  }),

  wait: defineControl(
    { method: "GET", path: "/messages/wait", query: MessageWait },
    (mounted, { query }): Promise<readonly MessageRow[]> => waitForMessages(mounted, query),
  ),

  /** The newest match, in full; waits for one if there is none yet. */
  latest: defineControl(
    { method: "GET", path: "/messages/latest", query: MessageLatest },
    async (mounted, { query }): Promise<MessageDetail> => {
      const matches = await waitForMessages(mounted, { ...query, count: 1 })
      return messageDetail(mounted.worlds.get(mounted.id).world, matches.at(-1)?.id ?? 0)
    },
  ),

  get: defineControl({ method: "GET", path: "/messages/{id}", params: IdParams }, ({ world }, { params }) =>
    messageDetail(world, params.id),
  ),

  /** Its history, with the rule behind each step. */
  why: defineControl(
    { method: "GET", path: "/messages/{id}/why", params: IdParams },
    async ({ world }, { params }): Promise<WhyStep[]> => Promise.all(whyMessage(world, params.id).map(stepOf)),
  ),

  event: defineControl(
    { method: "POST", path: "/messages/{id}/events", params: IdParams, body: MessageCause },
    ({ world }, { params, body }) => causeMessageEvent(world, params.id, body),
  ),
}

function waitForMessages(
  mounted: MountedWorld,
  { count, timeout, after, ...filters }: z.output<typeof MessageWait>,
): Promise<readonly MessageRow[]> {
  return waitFor(mounted, {
    what: "message",
    find: (world, limit) => findMessages(world, filters, { after, limit }),
    all: (world) => findMessages(world, {}, { after, limit: nearestOf }).map((row) => withContent(world, row, filters)),
    expected: filters,
    count,
    timeout,
  })
}
