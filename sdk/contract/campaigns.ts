import * as z from "zod"
import { anyKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { limits } from "./core/limits.ts"
import type * as models from "./core/models.gen.ts"
import { fieldRule } from "./core/rules.ts"
import { givenList, Id, IdParams, Line, openEnum, recordTimes, Timestamp, TimestampInput } from "./core/shared.ts"
import { MessageChannel } from "./messages.ts"

/** Whom a campaign goes to. */
export const CampaignAudience = z.looseObject({
  /** What the audience is made of. */
  type: openEnum(["lists", "segment", "all_contacts"]),
  /** Only with `lists`. */
  list_ids: z.array(Id).nullish(),
  /** Only with `segment`. */
  segment_id: Id.nullish(),
})
export interface CampaignAudience extends models.CampaignAudience {}

/** One sending to many contacts. Spec: Contacts, lists and other groups. */
export const Campaign = z.looseObject({
  /** The campaign's id. */
  id: Id,
  /** The account that it belongs to. */
  account_id: Id,
  /** The brand that it belongs to. */
  brand_id: Id,
  /** What the campaign is called; recipients do not see it. */
  name: z.string(),
  /** The channel: e-mail or SMS. */
  channel: openEnum(["email", "sms"]),
  /** `draft` until it is sent or `scheduled`; `live` while it goes out, days where the sending limit asks for them; then `completed`. */
  status: openEnum(["draft", "scheduled", "live", "paused", "completed", "cancelled", "archived"]),
  /** The subject line; null where it is the template's. */
  subject: z.string().nullish(),
  /** The template that is sent. */
  template_id: Id.nullish(),
  /** Whom it goes to. */
  audience: CampaignAudience.nullish(),
  /** When it is to go out; null where it has no set time. */
  scheduled_at: Timestamp.nullish(),
  /** Messages sent so far. Stands still while the sending limit is used up, and goes on when it frees. */
  sent_count: z.int(),
  /** Whether it can still be changed. */
  editable: z.boolean(),
  ...recordTimes,
})
export interface Campaign extends models.Campaign {}

/** Whom to send a campaign to: lists with `list_ids`, a segment with `segment_id`, or all contacts. */
export const CampaignAudienceChoice = z
  .strictObject({
    /** What the audience is made of. */
    type: z.enum(["lists", "segment", "all_contacts"]),
    /** With `lists`: at least one. */
    list_ids: z.optional(givenList(z.array(Id).min(1))),
    /** With `segment`. */
    segment_id: Id.optional(),
  })
  .check(
    fieldRule(({ type, list_ids, segment_id }, refuse) => {
      if (type === "lists" && list_ids === undefined) refuse("list_ids", "is required for an audience of lists")
      if (type === "segment" && segment_id === undefined) refuse("segment_id", "is required for an audience by segment")
      if (type !== "lists" && list_ids !== undefined) refuse("list_ids", "is only for an audience of lists")
      if (type !== "segment" && segment_id !== undefined) refuse("segment_id", "is only for an audience by segment")
    }),
  )
export interface CampaignAudienceChoice extends models.CampaignAudienceChoice {}

/** A campaign to begin, as a draft. */
export const CampaignCreate = z.strictObject({
  /** What the campaign is called; recipients do not see it. */
  name: z.string().min(1),
  /** `email` when left out. */
  channel: MessageChannel.default("email"),
  /** The subject line, where it is not the template's. */
  subject: Line.nullish(),
  /** The template to send. */
  template_id: Id.nullish(),
  /** Whom it goes to. */
  audience: CampaignAudienceChoice.nullish(),
})
export interface CampaignCreate extends models.CampaignCreate {}

/** The changes to a campaign; what is left out stays, null clears. */
export const CampaignUpdate = z.strictObject({
  /** What the campaign is called; recipients do not see it. */
  name: z.string().min(1).optional(),
  /** The subject line, where it is not the template's. */
  subject: Line.nullish(),
  /** The template to send. */
  template_id: Id.nullish(),
  /** Whom it goes to. */
  audience: CampaignAudienceChoice.nullish(),
})
export interface CampaignUpdate extends models.CampaignUpdate {}

/** When to send a campaign. */
export const SendCampaign = z.strictObject({
  /** At once when left out or past. Any offset from UTC. */
  deliver_at: z.optional(TimestampInput),
})
export interface SendCampaign extends models.SendCampaign {}

const { read, write } = endpointsWith({ section: "Contacts, lists and other groups", auth: anyKey })

/** Bulk sends to many contacts. */
export const campaigns = {
  list: read({
    path: "/v1/my/campaigns",
    summary: "List the brand's campaigns",
    paginated: { size: limits.pageSizeDefault },
    response: Campaign,
  }),
  create: write({
    method: "POST",
    path: "/v1/my/campaigns",
    summary: "Create a campaign as a draft",
    recipients: "nobody",
    body: CampaignCreate,
    response: Campaign,
    status: 201,
    example: {
      body: { name: "Spring", subject: "Spring is here", template_id: 1, audience: { type: "lists", list_ids: [1] } },
    },
  }),
  get: read({
    path: "/v1/my/campaigns/{id}",
    summary: "Get a campaign",
    params: IdParams,
    response: Campaign,
    example: { params: { id: 1 } },
  }),
  update: write({
    method: "PATCH",
    path: "/v1/my/campaigns/{id}",
    summary: "Change a campaign that is still editable",
    recipients: "nobody",
    feeds: "campaign",
    params: IdParams,
    body: CampaignUpdate,
    response: Campaign,
    example: { params: { id: 1 }, body: { subject: "Spring is here at last" } },
  }),
  send: write({
    method: "POST",
    path: "/v1/my/campaigns/{id}/send",
    summary: "Send a campaign now or at a set time",
    recipients: { indirect: "everybody in the campaign's audience" },
    params: IdParams,
    body: SendCampaign,
    bodyOptional: true,
    response: Campaign,
    errors: [409],
    confirm: "destructive",
    example: { params: { id: 1 } },
  }),
} as const
