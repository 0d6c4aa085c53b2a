import { notFound } from "../../../base/mock-error.ts"
import { currency } from "../../../resources/billing/billing-view.ts"
import { movePurchase } from "../../../resources/funding-purchases/funding-purchases.ts"
import { isOpen } from "../../../resources/funding-purchases/table.ts"
import { moveCheckout } from "../../../resources/subscription/subscription.ts"
import type { World } from "../../../world/world.ts"
import { guardControl } from "../guard-control.ts"
import type { HostNames } from "../host-names.ts"
import { otherMethodResponse } from "../options-request.ts"
import type { WireRequest, WireResponse } from "../wire.ts"
import { escapeHtml, html, htmlOf, htmlPage } from "./html.ts"

const maxFormBytes = 1_024
const billingPath = /^\/billing\/(checkouts|funding)\/(\d{1,15})\/?(?:\?|$)/

const plansPlace = /^\/billing\/plans\/?(?:\?|$)/

/** True for the pages of `checkout_url` and `upgrade_url`. They are not part of the API. */
export const isBillingPage = (url: string) => url.startsWith("/billing/")

interface Bill {
  readonly title: string
  readonly status: string
  readonly isOpen: boolean
  readonly make: (world: World, id: number, move: "pay" | "fail") => unknown
}

/**
 * Responds with the payment page: the order, and buttons to pay and to decline. It has the same guard as the control API: only people
 * on this machine may use it.
 */
export async function billingPageResponse(
  hostNames: HostNames,
  world: World,
  request: WireRequest,
): Promise<WireResponse> {
  const [, kind, number] = billingPath.exec(request.url) ?? []
  const id = Number(number)
  const bill = kind === "checkouts" ? checkoutBill(world, id) : kind === "funding" ? fundingBill(world, id) : undefined
  const isRead = request.method === "GET" || request.method === "HEAD"
  if (plansPlace.test(request.url)) return isRead ? plansPage(world) : otherMethodResponse(request.method, ["GET"])
  if (bill === undefined) return htmlPage(404, "Nothing to pay", html`<p>There is nothing to pay here.</p>`)
  if (isRead) return billPage(bill)
  if (request.method !== "POST") return otherMethodResponse(request.method, ["GET", "POST"])
  guardControl(request, hostNames)
  const bytes = await request.body.bytes(maxFormBytes)
  const form = new URLSearchParams(bytes === "too large" ? "" : Buffer.from(bytes).toString())
  const move = form.get("move")
  if (move !== "pay" && move !== "fail") throw notFound("Payment")
  bill.make(world, id, move)
  return { status: 303, headers: { Location: `${world.baseUrl()}/billing/${kind}/${id}` }, body: null }
}

function checkoutBill({ tables }: World, id: number): Bill | undefined {
  const checkout = tables.planCheckouts.get(id)
  if (checkout === undefined) return undefined
  const { status, plan_id } = checkout
  const title = `Plan ${tables.plans.get(plan_id)?.name ?? ""}`
  return { title, status, isOpen: status === "pending", make: moveCheckout }
}

function fundingBill({ tables }: World, id: number): Bill | undefined {
  const purchase = tables.fundingPurchases.get(id)
  if (purchase === undefined) return undefined
  const { amount_cents, status } = purchase
  const title = `Funding of ${priceOf(amount_cents)}`
  return { title, status, isOpen: isOpen(purchase), make: movePurchase }
}

/** The form posts to its own address, so it works under any prefix. */
function billPage({ title, status, isOpen: canBePaid }: Bill): WireResponse {
  const form = html`<form method="post">
<button name="move" value="pay">Pay</button>
<button name="move" value="fail">Let the payment fail</button>
</form>`
  const about = html`<p>Status: <strong>${escapeHtml(status.replaceAll("_", " "))}</strong></p>`
  return htmlPage(200, title, html`${about}${canBePaid ? form : html``}<p>MAS mock server: no money moves.</p>`)
}

/** The plans on sale. The page does not know the account, so it sells nothing: use a checkout. */
function plansPage({ tables }: World): WireResponse {
  const offers = [...tables.plans.all()].filter(({ active }) => active)
  const rows = offers.map(
    ({ id, name, base_price_cents, interval }) =>
      html`<li>${escapeHtml(name)} (<code>plan_id</code> ${id}): ${escapeHtml(priceOf(base_price_cents))} a ${escapeHtml(interval)}</li>`,
  )
  const advice = html`<p><code>POST /v1/my/subscription/checkout</code> with a plan's id responds where it is paid.</p>`
  return htmlPage(200, "Plans", html`<ul>${htmlOf(rows)}</ul>${advice}`)
}

const priceOf = (cents: number): string => `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`
