/*
 * Endpoints, listed by `npm run generate`.
 * get: GET /v1/my/affiliate
 * link: POST /v1/my/affiliate
 */

import type { Affiliate, AffiliateLink } from "../../../sdk/contract/affiliate.ts"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { replayed } from "../../base/reply.ts"
import { forbidden } from "../../base/service-error.ts"
import type { Task, World } from "../../world/world.ts"
import type { AccountRow } from "../account/table.ts"
import { currency } from "../billing/billing-view.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { affiliateMachine } from "./machine.ts"
import type { AffiliateFigures, AffiliateRow } from "./table.ts"

const linkingTakes = 1_000

/** The account's affiliate record; reading it for the first time starts linking in the background. */
export function lookUpAffiliate(world: World, account: AccountRow): AffiliateRow {
  const row = affiliateOf(world, account)
  if (!affiliateMachine.can(row.status, "start")) return row
  world.timers.schedule(world.now() + linkingTakes, "affiliate.link", row.id)
  return world.tables.affiliates.move(world, row, "start")
}

/** Links the account at once. `existing`: it was linked before, or the programme knew the owner's address. */
export function linkAccount(
  world: World,
  account: AccountRow,
  names: AffiliateLink,
): { readonly affiliate: AffiliateRow; readonly existing: boolean } {
  const row = affiliateOf(world, account)
  if (!affiliateMachine.can(row.status, "link")) return { affiliate: row, existing: true }
  const existing = knownBy(world, row.email)
  return { affiliate: link(world, row, existing, names), existing: existing !== undefined }
}

/** The background task; does nothing if the account was linked in the meantime. */
export const linkAffiliate: Task = (world, id) => {
  const { affiliates } = world.tables
  const row = affiliates.get(id)
  if (row !== undefined && affiliateMachine.can(row.status, "link")) {
    link(world, row, knownBy(world, row.email), {})
  }
}

export function requireAffiliateAccess(account: AccountRow): void {
  if (!account.affiliate_entitled) throw forbidden("20.4", "The affiliate centre is not open to this account")
}

export function affiliateOf(world: World, account: AccountRow): AffiliateRow {
  requireAffiliateAccess(account)
  const { affiliates, users } = world.tables
  const existing = affiliates.find("account_id", account.id)
  if (existing !== undefined) return existing
  const owner = users.get(account.owner_id)
  return affiliates.add(world, {
    account_id: account.id,
    status: affiliateMachine.initial,
    email: owner?.email ?? "",
    first_name: owner?.first_name ?? "",
    last_name: owner?.last_name ?? "",
    code: null,
  })
}

/** The affiliate with an address: an owner of several accounts is the same affiliate in each. */
function knownBy(world: World, email: string): AffiliateRow | undefined {
  const [existing] = world.tables.affiliates.in("linked", mailboxKey(email))
  return existing
}

function link(world: World, row: AffiliateRow, existing: AffiliateRow | undefined, names: AffiliateLink): AffiliateRow {
  return world.tables.affiliates.move(world, row, "link", {
    first_name: existing?.first_name ?? names.first_name ?? row.first_name,
    last_name: existing?.last_name ?? names.last_name ?? row.last_name,
    code: existing?.code ?? world.random.hex(5),
  })
}

const nothing: AffiliateFigures = { visitors: 0, leads: 0, conversions: 0, earnings: 0 }

export function affiliateView(world: World, { status, code, figures = nothing }: AffiliateRow): Affiliate {
  const { visitors, leads, conversions, earnings } = figures
  const linked = code !== null
  return {
    enrolled: linked,
    available: true,
    state: status,
    setup_status: linked ? "complete" : "pending",
    share_url: linked ? `${world.baseUrl()}/r/${code}` : null,
    stats: { visitors, leads, conversions },
    earnings: { known: linked, total_cents: earnings, currency },
  }
}

export const affiliateHandlers: HandlersFor<"affiliate"> = {
  get: (world, { account }) => affiliateView(world, lookUpAffiliate(world, account)),

  link(world, { account }, { body }) {
    const linked = linkAccount(world, account, body)
    const view = affiliateView(world, linked.affiliate)
    return linked.existing ? replayed(view) : view
  },
}
