import * as z from "zod"
import { IdParams } from "../../sdk/contract/core/shared.ts"
import { MessageChannel } from "../../sdk/contract/messages.ts"
import type { MessageRow } from "../base/models.gen.ts"
import { type MessageDetail, messageDetail } from "../domain/messages/message-detail.ts"
import type { Reason } from "../domain/messages/reason.ts"
import { causeMessageEvent, newestMessages } from "../domain/messages/recipient-events.ts"
import { whyMessage } from "../domain/messages/why.ts"
import type { MountedWorld } from "../world/mounted-world.ts"
import type { World } from "../world/world.ts"
import { defineControl } from "./control.ts"
import { withContent } from "./message-content.ts"
import { missesOf } from "./nearest-miss.ts"
import { type RuleView, ruleOf } from "./rules.ts"
import { waitFor, waitQuery } from "./waiting.ts"

/** One thing that happened to a message, and the rule of the service behind it. */
export interface WhyStep extends RuleView {
  /** When: ISO 8601. */
  readonly at: string
  /** What happened and why, in a sentence. */
  readonly what: string
  /** The entry of the timeline that it explains, such as `email.bounced`; null where it explains none. */
  readonly event: string | null
}

/** A reason with the text of its rule. @internal */
export const stepOf = async ({ at, what, event, rule }: Reason): Promise<WhyStep> => ({
  at,
  what,
  event: event ?? null,
  ...(await ruleOf(rule)),
})

/** What a recipient or provider does. */
export const MessageCause = z.strictObject({
  /** delivered, bounced, complained, opened, clicked or failed; `email.` may stand in front. */
  type: z.string(),
  /** True where a scanner opens or clicks: that stands in the timeline, and no event tells of it. */
  bot: z.boolean().optional(),
  /** How it bounces; for good when left out. */
  bounce: z
    .strictObject({
      /** `hard` is for good, `soft` for now. */
      type: z.enum(["hard", "soft"]).optional(),
      /** The finer class, for example `mailbox_full`. */
      subtype: z.string().optional(),
    })
    .optional(),
  /** The link that is clicked; the first of the HTML when left out. */
  url: z.string().optional(),
  /** Why it fails. */
  failure: z
    .strictObject({
      /** For machines, for example `suppressed`. */
      code: z.string().optional(),
      /** For people. */
      reason: z.string().optional(),
      /** The kind of failure that the code belongs to. */
      category: z.string().optional(),
    })
    .optional(),
})

/** Which messages; everything given must fit. Capital letters do not matter, and `*` stands for any text. */
const messageFilter = {
  /** The address or number that it goes to. */
  to: z.string().optional(),
  /** The subject line. */
  subject: z.string().optional(),
  /** E-mail or SMS. */
  channel: MessageChannel.optional(),
  /** How far it has got. */
  status: z.enum(["queued", "sent", "failed"]).optional(),
  /** Messages after the one with this id. */
  after: z.int().min(0).optional(),
  /** With a link whose address or text is this. */
  link: z.string().optional(),
  /** With a code to type, or without one. */
  code: z.boolean().optional(),
}

/** Which messages. */
export const MessageQuery = z.strictObject({
  ...messageFilter,
  /** Only the newest N; 100 when left out. */
  limit: z.int().min(1).max(10_000).optional(),
})

/** Which messages are waited for. */
export const MessageWait = z.strictObject({ ...messageFilter, ...waitQuery })

/** Which message is wanted. */
export const MessageLatest = MessageWait.omit({ count: true })

/** @internal */
export const messageControls = {
  list: defineControl({ method: "GET", path: "/messages", query: MessageQuery }, ({ world }, { query }) => {
    const { limit = 100, ...wanted } = query
    return Object.keys(wanted).length === 0 ? newestMessages(world, limit) : messagesOf(world, wanted).slice(-limit)
  }),

  wait: defineControl(
    { method: "GET", path: "/messages/wait", query: MessageWait, waits: true },
    (mounted, { query }): Promise<readonly MessageRow[]> => waitForMessages(mounted, query),
  ),

  /** The newest that fits, in full; waits for one where there is none yet. */
  latest: defineControl(
    { method: "GET", path: "/messages/latest", query: MessageLatest, waits: true },
    async (mounted, { query }): Promise<MessageDetail> => {
      const found = await waitForMessages(mounted, { ...query, count: 1 })
      return messageDetail(mounted.worlds.get(mounted.id).world, found.at(-1)?.id ?? 0)
    },
  ),

  get: defineControl({ method: "GET", path: "/messages/{id}", params: IdParams }, ({ world }, { params }) =>
    messageDetail(world, params.id),
  ),

  /** What happened to it, each with the rule behind it. */
  why: defineControl(
    { method: "GET", path: "/messages/{id}/why", params: IdParams, waits: true },
    async ({ world }, { params }): Promise<WhyStep[]> => Promise.all(whyMessage(world, params.id).map(stepOf)),
  ),

  event: defineControl(
    { method: "POST", path: "/messages/{id}/events", params: IdParams, body: MessageCause },
    ({ world }, { params, body }) => causeMessageEvent(world, params.id, body),
  ),
}

function waitForMessages(
  mounted: MountedWorld,
  { count, timeout, after, ...wanted }: z.output<typeof MessageWait>,
): Promise<readonly MessageRow[]> {
  return waitFor(mounted, {
    what: "message",
    find: (world) => messagesOf(world, { ...wanted, after }),
    all: (world) => messagesOf(world, { after }).map((row) => withContent(world, row, wanted)),
    wanted,
    count,
    timeout,
  })
}

/** The newest 10,000 that fit, oldest first. */
function messagesOf(
  world: World,
  { after = 0, ...wanted }: Omit<z.output<typeof MessageQuery>, "limit">,
): MessageRow[] {
  return newestMessages(world, 10_000).filter(
    (row) => row.id > after && missesOf(withContent(world, row, wanted), wanted).length === 0,
  )
}
