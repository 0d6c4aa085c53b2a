import { notFound } from "../../base/service-error.ts"
import { purchaseMoves } from "../../domain/funding-purchases.ts"
import { checkoutMoves } from "../../domain/subscription.ts"
import { isOpen } from "../../store/tables/funding-purchases.ts"
import type { World } from "../../world/world.ts"
import { guardControl } from "../guard-control.ts"
import type { HostNames } from "../host-names.ts"
import { answerOtherMethod } from "../other-method.ts"
import type { WireRequest, WireResponse } from "../wire.ts"
import { escapeHtml, htmlPage } from "./html.ts"

const largestForm = 1_024
const place = /^\/billing\/(checkouts|funding)\/(\d{1,15})\/?(?:\?|$)/

/** Whether a path is an address to pay at, as `checkout_url` names it: for people, and no part of the interface. */
export const isBillingPage = (url: string) => url.startsWith("/billing/")

/** What is to be paid. */
interface Bill {
  readonly title: string
  readonly status: string
  readonly isOpen: boolean
  readonly moves: { pay(world: World, id: number): unknown; fail(world: World, id: number): unknown }
}

/**
 * Answers the page where a person pays: what it is about, and a button each to pay and to be turned down. The form is for people
 * of this machine, like the control interface, whose guard it has.
 */
export async function answerBillingPage(
  hostNames: HostNames,
  world: World,
  request: WireRequest,
): Promise<WireResponse> {
  const [, kind, number] = place.exec(request.url) ?? []
  const id = Number(number)
  const bill = kind === "checkouts" ? checkoutBill(world, id) : kind === "funding" ? fundingBill(world, id) : undefined
  if (bill === undefined) return htmlPage(404, "Nothing to pay", "<p>There is nothing to pay here.</p>")
  if (request.method === "GET" || request.method === "HEAD") return billPage(bill)
  if (request.method !== "POST") return answerOtherMethod(request.method, ["GET", "POST"])
  guardControl(request, hostNames)
  const bytes = await request.body.bytes(largestForm)
  const form = new URLSearchParams(bytes === "too large" ? "" : Buffer.from(bytes).toString())
  const move = form.get("move")
  if (move !== "pay" && move !== "fail") throw notFound("Payment")
  bill.moves[move](world, id)
  return { status: 303, headers: { Location: `${world.baseUrl()}/billing/${kind}/${id}` }, body: null }
}

function checkoutBill({ tables }: World, id: number): Bill | undefined {
  const checkout = tables.planCheckouts.get(id)
  if (checkout === undefined) return undefined
  const { status, plan_id } = checkout
  const title = `Plan ${tables.plans.get(plan_id)?.name ?? ""}`
  return { title, status, isOpen: status === "pending", moves: checkoutMoves }
}

function fundingBill({ tables }: World, id: number): Bill | undefined {
  const purchase = tables.fundingPurchases.get(id)
  if (purchase === undefined) return undefined
  const { amount_cents, currency, status } = purchase
  const title = `Funding of ${(amount_cents / 100).toFixed(2)} ${currency.toUpperCase()}`
  return { title, status, isOpen: isOpen(purchase), moves: purchaseMoves }
}

/** The form goes back to where it is, under whatever prefix that lies. */
function billPage({ title, status, isOpen: canBePaid }: Bill): WireResponse {
  const heading = escapeHtml(title)
  const form = `<form method="post">
<button name="move" value="pay">Pay</button>
<button name="move" value="fail">Let the payment fail</button>
</form>`
  const about = `<p>Status: <strong>${escapeHtml(status.replaceAll("_", " "))}</strong></p>`
  return htmlPage(200, heading, `${about}${canBePaid ? form : ""}<p>MAS mock server: no money moves.</p>`)
}
