import type { Task, World } from "../../world/world.ts"
import { countUse } from "../billing/usage.ts"
import type { ContactRow } from "../contacts/table.ts"
import { capacityOf, fitsAt } from "../messages/capacity.ts"
import { suppressedAddress } from "../suppressions/table.ts"
import { contactsOfLists, contactsOfSegment } from "./audience.ts"
import type { CampaignRow } from "./table.ts"

/**
 * Sends to as many recipients as the account's 24-hour limit allows. A campaign with remaining recipients continues when capacity
 * frees up, and is completed after the last one.
 */
export const sendCampaignPart: Task = (world, id) => {
  const { campaigns, accounts } = world.tables
  const campaign = campaigns.get(id)
  if (campaign?.status !== "live") return
  const account = accounts.known(campaign.account_id)
  const { remaining } = capacityOf(world, account)
  let sent = 0
  let next: ContactRow | undefined
  for (const contact of recipientsLeft(world, campaign)) {
    if (sent === remaining) {
      next = contact
      break
    }
    sent++
  }
  const sent_count = campaign.sent_count + sent
  if (sent > 0) {
    world.sends.add(account.id, world.now(), sent)
    countUse(world, account.id, "email", sent)
  }
  if (next === undefined) {
    campaigns.move(world, campaign, "complete", { sent_count })
    return
  }
  const sent_up_to = next.id - 1
  if (sent > 0) campaigns.change(world, campaign, { sent_count, sent_up_to })
  else campaigns.update(campaign, { sent_up_to })
  const freesAt = fitsAt(world, account, capacityOf(world, account), 1)
  // A plan that allows nothing never frees capacity: `resumeWaitingCampaigns` wakes the campaign when the plan changes.
  if (freesAt !== undefined) world.timers.schedule(freesAt, "campaign.complete", id)
}

export function scheduleSending(world: World, id: number, delay: number): void {
  world.timers.schedule(world.now() + delay, "campaign.complete", id)
}

/** After an account's limit has changed: its waiting campaigns check their capacity again. */
export function resumeWaitingCampaigns(world: World, accountId: number): void {
  for (const brand of world.tables.brands.in("account", accountId)) {
    for (const { id, sent_up_to } of world.tables.campaigns.in("live", brand.id)) {
      if (sent_up_to === undefined) continue
      cancelTimers(world, id)
      scheduleSending(world, id, 0)
    }
  }
}

export function cancelTimers({ timers }: World, id: number): void {
  for (const timer of timers.list()) {
    const isOfCampaign = timer.kind === "campaign.start" || timer.kind === "campaign.complete"
    if (isOfCampaign && timer.subject === id) timers.cancel(timer.id)
  }
}

export function countWaiting(world: World, brandId: number): number {
  let count = 0
  for (const campaign of world.tables.campaigns.in("live", brandId)) {
    for (const _ of recipientsLeft(world, campaign)) count++
  }
  return count
}

/**
 * The remaining recipients, by ascending id, so that one number records the progress of a campaign. Included: opted-in contacts
 * of the audience whose address is not suppressed. None has a phone number.
 */
function* recipientsLeft(world: World, campaign: CampaignRow): Generator<ContactRow> {
  if (campaign.channel !== "email") return
  for (const contact of audienceLeft(world, campaign)) {
    if (contact.subscribed_email && !isSuppressed(world, campaign.account_id, contact)) yield contact
  }
}

export const isSuppressed = ({ tables }: World, accountId: number, { email }: ContactRow): boolean =>
  tables.suppressions.count("holding", suppressedAddress(accountId, email)) > 0

/** The contacts of a campaign's audience, from where it has come to. */
export function audienceLeft(world: World, { brand_id, audience, sent_up_to = 0 }: CampaignRow): Iterable<ContactRow> {
  if (audience?.type === "lists") return contactsOfLists(world, brand_id, audience.list_ids ?? [], sent_up_to)
  if (audience?.type !== "segment") return world.tables.contacts.in("brand", brand_id, sent_up_to)
  const segment = world.tables.segments.get(audience.segment_id ?? 0)
  return segment === undefined ? [] : contactsOfSegment(world, segment, sent_up_to)
}
