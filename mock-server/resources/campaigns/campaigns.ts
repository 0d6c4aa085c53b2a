/*
 * Endpoints, listed by `npm run generate`.
 * list: GET /v1/my/campaigns
 * create: POST /v1/my/campaigns
 * get: GET /v1/my/campaigns/{id}
 * update: PATCH /v1/my/campaigns/{id}
 * send: POST /v1/my/campaigns/{id}/send
 */

import type { Campaign, CampaignAudience, campaigns } from "../../../sdk/contract/campaigns.ts"
import type { Received } from "../../../sdk/contract/core/endpoint.ts"
import { conflict, invalid } from "../../base/service-error.ts"
import type { Caller } from "../../world/caller.ts"
import type { Task, World } from "../../world/world.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { mapPage } from "../pages.ts"
import { campaignMachine } from "./machine.ts"
import { cancelTimers, scheduleSending } from "./sending.ts"
import type { CampaignRow } from "./table.ts"

type NewCampaign = Received<typeof campaigns.create>["body"]
type Changes = Received<typeof campaigns.update>["body"]

export const campaignView = ({ sent_up_to: _, ...campaign }: CampaignRow): Campaign => campaign

export function createCampaign(world: World, caller: Caller, campaign: NewCampaign): CampaignRow {
  checkReferences(world, caller, campaign)
  return world.tables.campaigns.add(world, {
    account_id: caller.account.id,
    brand_id: caller.brand.id,
    name: campaign.name,
    channel: campaign.channel,
    status: campaignMachine.initial,
    subject: campaign.subject ?? null,
    template_id: campaign.template_id ?? null,
    audience: campaign.audience ?? null,
    scheduled_at: null,
    sent_count: 0,
    editable: true,
  })
}

export function changeCampaign(world: World, caller: Caller, id: number, changes: Changes): CampaignRow {
  const { campaigns } = world.tables
  const campaign = campaigns.own(caller, id)
  if (!campaign.editable) {
    throw invalid(
      "28.9",
      { status: [`is ${campaign.status}: the campaign cannot be changed any more`] },
      "campaign_locked",
    )
  }
  checkReferences(world, caller, changes)
  return campaigns.change(world, campaign, {
    name: changes.name ?? campaign.name,
    subject: changed(changes.subject, campaign.subject),
    template_id: changed(changes.template_id, campaign.template_id),
    audience: changed(changes.audience, campaign.audience),
  })
}

export function sendCampaign(world: World, campaign: CampaignRow, deliverAt: string | undefined): CampaignRow {
  if (!unsentStatuses.includes(campaign.status)) {
    throw conflict("28.9", "The campaign has been sent or scheduled already", "duplicate_campaign_send")
  }
  const missing = missingForSending(campaign)
  if (missing !== undefined) throw invalid("28.9", missing)
  const moment = deliverAt === undefined ? world.now() : Date.parse(deliverAt)
  if (moment <= world.now()) return goLive(world, campaign)
  const scheduled = world.tables.campaigns.move(world, campaign, "schedule", {
    editable: false,
    scheduled_at: new Date(moment).toISOString(),
  })
  world.timers.schedule(moment, "campaign.start", campaign.id)
  return scheduled
}

/** Statuses in which sending is not a duplicate send; other checks may still refuse it. */
const unsentStatuses: readonly CampaignRow["status"][] = ["draft", "cancelled", "archived"]

/** Omitted fields stay unchanged; null clears. */
const changed = <T>(value: T | undefined, current: T): T => (value === undefined ? current : value)

interface References {
  readonly template_id?: number | null | undefined
  readonly audience?: CampaignAudience | null | undefined
}

/** A campaign may refer only to templates, lists and segments of its brand; any other is a 404. */
function checkReferences(world: World, caller: Caller, { template_id, audience }: References): void {
  const { templates, lists, segments } = world.tables
  if (template_id != null) templates.own(caller, template_id)
  for (const id of audience?.list_ids ?? []) lists.own(caller, id)
  if (audience?.segment_id != null) segments.own(caller, audience.segment_id)
}

function missingForSending({ audience, template_id }: CampaignRow): Record<string, string[]> | undefined {
  const missing: Record<string, string[]> = {}
  if (audience == null) missing.audience = ["is required to send"]
  if (template_id == null) missing.template_id = ["is required to send"]
  return Object.keys(missing).length > 0 ? missing : undefined
}

function goLive(world: World, campaign: CampaignRow): CampaignRow {
  const live = world.tables.campaigns.move(world, campaign, "start", { editable: false })
  scheduleSending(world, campaign.id, world.options.messageLatency)
  return live
}

export const startCampaign: Task = (world, id) => {
  const campaign = world.tables.campaigns.get(id)
  if (campaign?.status === "scheduled") goLive(world, campaign)
}

export const campaignMoves = ["pause", "resume", "cancel", "archive"] as const

/** Makes a campaign take a transition without an endpoint; one that is resumed sends to the remaining recipients. */
export function moveCampaign(world: World, id: number, move: (typeof campaignMoves)[number]): Campaign {
  const { campaigns } = world.tables
  const moved = campaigns.move(world, campaigns.known(id), move, { editable: false })
  // Cancel the work of the state that it leaves: a resumed campaign must not be sent by an old timer.
  cancelTimers(world, id)
  if (move === "resume") scheduleSending(world, id, world.options.messageLatency)
  return campaignView(moved)
}

export const campaignHandlers: HandlersFor<"campaigns"> = {
  list: (world, { brand }, { page }) => mapPage(world.tables.campaigns.page("brand", brand.id, page), campaignView),

  create: (world, caller, { body }) => campaignView(createCampaign(world, caller, body)),

  get: (world, caller, { params }) => campaignView(world.tables.campaigns.own(caller, params.id)),

  update: (world, caller, { params, body }) => campaignView(changeCampaign(world, caller, params.id, body)),

  send: (world, caller, { params, body }) =>
    campaignView(sendCampaign(world, world.tables.campaigns.own(caller, params.id), body?.deliver_at)),
}
