import type { World } from "../../world/world.ts"
import { capacityOf, fitsAt } from "../messages/capacity.ts"
import type { StatusReason } from "../messages/reason.ts"
import type { CampaignRow } from "./table.ts"

/** A campaign's status and what it waits for: a sentence with the rule behind it. 404 if it does not exist. */
export function whyCampaign(world: World, id: number): StatusReason {
  const campaign = world.tables.campaigns.known(id)
  const { status, scheduled_at, sent_count } = campaign
  switch (status) {
    case "draft":
      return { what: "Status draft: it waits to be sent or scheduled.", rule: "28.6" }
    case "scheduled":
      return { what: `Status scheduled: it is sent at ${scheduled_at}.`, rule: "28.7" }
    case "live":
      return whyLive(world, campaign)
    case "paused":
      return { what: `Status paused: ${sent_count} sent; it continues when resumed.`, rule: "15.2" }
    case "cancelled":
      return { what: `Status cancelled: ${sent_count} sent, and no more will follow.`, rule: "15.1" }
    case "completed":
      return { what: `Status completed: ${sent_count} sent, each contact of the audience once.`, rule: "28.7" }
    case "archived":
      return { what: `Status archived: ${sent_count} sent.`, rule: "15.2" }
  }
}

function whyLive(world: World, { account_id, sent_count }: CampaignRow): StatusReason {
  const account = world.tables.accounts.known(account_id)
  const capacity = capacityOf(world, account)
  if (capacity.remaining > 0) return { what: `Status live: ${sent_count} sent; sending continues.`, rule: "28.7" }
  const freesAt = fitsAt(world, account, capacity, 1)
  const used = `${capacity.accepted + capacity.reserved} of ${capacity.limit} recipients per 24 hours are used`
  const frees = freesAt === undefined ? "" : `; capacity frees up at ${new Date(freesAt).toISOString()}`
  return { what: `Status live, deferred: ${sent_count} sent; ${used}${frees}.`, rule: "28.8" }
}
