import type { Affiliate, AffiliateLink, affiliate } from "../../sdk/contract/affiliate.ts"
import { forbidden } from "../base/service-error.ts"
import { currency } from "../domain/billing/billing-view.ts"
import { affiliateMachine } from "../machines/affiliate.ts"
import type { AccountRow } from "../store/tables/accounts.ts"
import type { AffiliateRow } from "../store/tables/affiliates.ts"
import type { Task } from "../world/tasks.ts"
import type { World } from "../world/world.ts"
import { existing, type HandlersFor } from "./handlers-for.ts"

/** How long the background takes to link an affiliate. */
export const linkingTakes = 1_000

export const affiliateHandlers: HandlersFor<typeof affiliate> = {
  get(world, { account }) {
    const row = affiliateOf(world, account)
    if (!affiliateMachine.can(row.status, "start")) return affiliateView(world, row)
    world.timers.schedule(world.now() + linkingTakes, "affiliate.link", row.id)
    return affiliateView(world, world.tables.affiliates.move(row, affiliateMachine, "start"))
  },

  link(world, { account }, { body }) {
    const row = affiliateOf(world, account)
    if (!affiliateMachine.can(row.status, "link")) return existing(affiliateView(world, row))
    const known = world.tables.affiliates.find("linked", row.email.toLowerCase()) !== undefined
    const view = affiliateView(world, link(world, row, body))
    return known ? existing(view) : view
  },
}

/** The background's part; whoever asked for the link meanwhile has it already. */
export const linkAffiliate: Task = (world, id) => {
  const row = world.tables.affiliates.get(id)
  if (row !== undefined && affiliateMachine.can(row.status, "link")) link(world, row)
  return undefined
}

/** The account's place in the programme, unlinked to begin with. */
function affiliateOf(world: World, account: AccountRow): AffiliateRow {
  if (!account.affiliate_entitled) throw forbidden("The affiliate centre is not open to this account")
  const { affiliates, users } = world.tables
  const known = affiliates.find("account", account.id)
  if (known !== undefined) return known
  const owner = users.get(account.owner_id)
  return affiliates.insert({
    id: affiliates.nextId(),
    account_id: account.id,
    status: affiliateMachine.initial,
    email: owner?.email ?? "",
    first_name: owner?.first_name ?? "",
    last_name: owner?.last_name ?? "",
    code: null,
  })
}

/** Links the affiliate that the programme knows by the owner's address, or makes one. */
function link(world: World, row: AffiliateRow, names: AffiliateLink = {}): AffiliateRow {
  const { affiliates } = world.tables
  const known = affiliates.find("linked", row.email.toLowerCase())
  return affiliates.move(row, affiliateMachine, "link", {
    first_name: known?.first_name ?? names.first_name ?? row.first_name,
    last_name: known?.last_name ?? names.last_name ?? row.last_name,
    code: known?.code ?? world.random.hex(5),
  })
}

function affiliateView(world: World, { status, code }: AffiliateRow): Affiliate {
  const linked = code !== null
  return {
    enrolled: linked,
    available: true,
    state: status,
    setup_status: linked ? "complete" : "pending",
    share_url: linked ? `${world.baseUrl()}/r/${code}` : null,
    stats: { visitors: 0, leads: 0, conversions: 0 },
    earnings: { known: linked, total_cents: 0, currency },
  }
}
