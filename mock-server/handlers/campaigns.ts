import type { CampaignAudience, campaigns } from "../../sdk/contract/campaigns.ts"
import { conflict, invalid, notFound } from "../base/service-error.ts"
import { contactsOfLists, contactsOfSegment } from "../domain/audience.ts"
import { countUse } from "../domain/billing/usage.ts"
import { campaignMachine } from "../machines/campaigns.ts"
import type { CampaignRow } from "../store/tables/campaigns.ts"
import type { ContactRow } from "../store/tables/contacts.ts"
import { suppressedAddress } from "../store/tables/suppressions.ts"
import type { Caller } from "../world/caller.ts"
import type { Task } from "../world/tasks.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { ownList } from "./lists.ts"
import { ownSegment } from "./segments.ts"
import { ownTemplate } from "./templates.ts"

export const campaignHandlers: HandlersFor<typeof campaigns> = {
  list: (world, caller, { page }) => world.tables.campaigns.page("brand", caller.brand.id, page),

  create(world, caller, { body }) {
    const { campaigns } = world.tables
    checkReferences(world, caller.brand.id, body)
    const now = world.timestamp()
    return campaigns.insert({
      id: campaigns.nextId(),
      account_id: caller.account.id,
      brand_id: caller.brand.id,
      name: body.name,
      channel: body.channel,
      status: campaignMachine.initial,
      subject: body.subject ?? null,
      template_id: body.template_id ?? null,
      audience: body.audience ?? null,
      scheduled_at: null,
      sent_count: 0,
      editable: true,
      created_at: now,
      updated_at: now,
    })
  },

  get: (world, caller, { params }) => ownCampaign(world, caller, params.id),

  update(world, caller, { params, body }) {
    const campaign = ownCampaign(world, caller, params.id)
    if (!campaign.editable) {
      throw invalid({ status: [`is ${campaign.status}: the campaign cannot be changed any more`] }, "campaign_locked")
    }
    checkReferences(world, caller.brand.id, body)
    return world.tables.campaigns.update(campaign, {
      name: body.name ?? campaign.name,
      subject: changed(body.subject, campaign.subject),
      template_id: changed(body.template_id, campaign.template_id),
      audience: changed(body.audience, campaign.audience),
      updated_at: world.timestamp(),
    })
  },

  send(world, caller, { params, body }) {
    const campaign = ownCampaign(world, caller, params.id)
    if (!neverSent.includes(campaign.status)) {
      throw conflict("The campaign has been sent or scheduled already", "duplicate_campaign_send")
    }
    const missing = missingForSending(campaign)
    if (missing !== undefined) throw invalid(missing)
    const deliverAt = body?.deliver_at === undefined ? world.now() : Date.parse(body.deliver_at)
    if (deliverAt <= world.now()) return goLive(world, campaign)
    world.timers.schedule(deliverAt, "campaign.start", campaign.id)
    return world.tables.campaigns.move(campaign, campaignMachine, "schedule", {
      editable: false,
      scheduled_at: new Date(deliverAt).toISOString(),
      updated_at: world.timestamp(),
    })
  },
}

/** Where a send is refused for what the campaign is, not for having been sent. */
const neverSent: readonly CampaignRow["status"][] = ["draft", "cancelled", "archived"]

/** What is left out stays; null clears. */
const changed = <T>(given: T | undefined, current: T): T => (given === undefined ? current : given)

function ownCampaign(world: World, { brand }: Caller, id: number): CampaignRow {
  const campaign = world.tables.campaigns.get(id)
  if (campaign === undefined || campaign.brand_id !== brand.id) throw notFound("Campaign")
  return campaign
}

interface References {
  readonly template_id?: number | null | undefined
  readonly audience?: CampaignAudience | null | undefined
}

/** A campaign names only templates, lists and segments of its brand; any other is a 404. */
function checkReferences(world: World, brandId: number, { template_id, audience }: References): void {
  if (template_id != null) ownTemplate(world, brandId, template_id)
  for (const id of audience?.list_ids ?? []) ownList(world, brandId, id)
  if (audience?.segment_id != null) ownSegment(world, brandId, audience.segment_id)
}

function missingForSending({ audience, template_id }: CampaignRow): Record<string, string[]> | undefined {
  const missing: Record<string, string[]> = {}
  if (audience == null) missing.audience = ["is required to send"]
  if (template_id == null) missing.template_id = ["is required to send"]
  return Object.keys(missing).length > 0 ? missing : undefined
}

function goLive(world: World, campaign: CampaignRow): CampaignRow {
  world.timers.schedule(world.now() + world.options.messageLatency, "campaign.complete", campaign.id)
  return world.tables.campaigns.move(campaign, campaignMachine, "start", {
    editable: false,
    updated_at: world.timestamp(),
  })
}

/** The set time of a scheduled campaign; one that was called off stays as it is. */
export const startCampaign: Task = (world, id) => {
  const campaign = world.tables.campaigns.get(id)
  if (campaign?.status === "scheduled") goLive(world, campaign)
  return undefined
}

/** Everyone has been sent to. */
export const completeCampaign: Task = (world, id) => {
  const { campaigns } = world.tables
  const campaign = campaigns.get(id)
  if (campaign?.status !== "live") return undefined
  const sent_count = countRecipients(world, campaign)
  campaigns.move(campaign, campaignMachine, "complete", { sent_count, updated_at: world.timestamp() })
  if (sent_count > 0) countUse(world, campaign.account_id, "email", sent_count)
  return undefined
}

/** The steps of a campaign that have no endpoint. */
export const campaignMoves = {
  cancel: (world: World, id: number) => moveCampaign(world, id, "cancel"),
  pause: (world: World, id: number) => moveCampaign(world, id, "pause"),
  /** Sends to those who are left. */
  resume(world: World, id: number): CampaignRow {
    const resumed = moveCampaign(world, id, "resume")
    world.timers.schedule(world.now() + world.options.messageLatency, "campaign.complete", id)
    return resumed
  },
  archive: (world: World, id: number) => moveCampaign(world, id, "archive"),
}

function moveCampaign(world: World, id: number, event: keyof typeof campaignMoves): CampaignRow {
  const campaign = world.tables.campaigns.get(id)
  if (campaign === undefined) throw notFound("Campaign")
  return world.tables.campaigns.move(campaign, campaignMachine, event, {
    editable: false,
    updated_at: world.timestamp(),
  })
}

/** The contacts of the audience who agreed to get e-mail and whose address is not suppressed. None has a phone number. */
function countRecipients(world: World, campaign: CampaignRow): number {
  if (campaign.channel !== "email") return 0
  let count = 0
  for (const contact of audienceOf(world, campaign)) {
    const address = suppressedAddress(campaign.account_id, contact.email)
    if (contact.subscribed_email && world.tables.suppressions.count("holding", address) === 0) count++
  }
  return count
}

function audienceOf(world: World, { brand_id, audience }: CampaignRow): Iterable<ContactRow> {
  if (audience?.type === "lists") return contactsOfLists(world, audience.list_ids ?? [])
  if (audience?.type !== "segment") return world.tables.contacts.in("brand", brand_id)
  const segment = world.tables.segments.get(audience.segment_id ?? 0)
  return segment === undefined ? [] : contactsOfSegment(world, segment)
}
