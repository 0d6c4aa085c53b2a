import { AsyncClosing } from "../../sdk/async-dispose.ts"
import type { Campaign } from "../../sdk/contract/campaigns.ts"
import type { Flow } from "../../sdk/contract/flows.ts"
import type { FundingPurchaseResult } from "../../sdk/contract/funding-purchases.ts"
import type { ManagedAccount } from "../../sdk/contract/managed-accounts.ts"
import type { ManagementGrant } from "../../sdk/contract/management-grant.ts"
import type { PlanCheckout } from "../../sdk/contract/subscription.ts"
import { controlTable as controls } from "../control/table.ts"
import type { CallControl } from "./connection.ts"

/** State transitions that have no endpoint. */
export abstract class WorldTransitions extends AsyncClosing {
  readonly #call: CallControl

  constructor(call: CallControl) {
    super()
    this.#call = call
  }

  /** The steps of a management grant that have no endpoint. */
  readonly grants = {
    consent: (id: number): ManagementGrant => this.#moveGrant(id, "consent"),
    activatePayment: (id: number): ManagementGrant => this.#moveGrant(id, "activate_payment"),
    release: (id: number): ManagementGrant => this.#moveGrant(id, "release"),
  }

  /** The steps of a managed account's provisioning that have no endpoint. */
  readonly managedAccounts = {
    sendInvitation: (id: number): ManagedAccount => this.#moveManagedAccount(id, "send_invitation"),
    claim: (id: number): ManagedAccount => this.#moveManagedAccount(id, "claim"),
    pay: (id: number): ManagedAccount => this.#moveManagedAccount(id, "pay"),
    paymentFailed: (id: number): ManagedAccount => this.#moveManagedAccount(id, "payment_failed"),
    release: (id: number): ManagedAccount => this.#moveManagedAccount(id, "release"),
  }

  /** The steps of a funding purchase that have no endpoint. */
  readonly purchases = {
    begin: (id: number): FundingPurchaseResult => this.#movePurchase(id, "begin"),
    pay: (id: number): FundingPurchaseResult => this.#movePurchase(id, "pay"),
    fail: (id: number): FundingPurchaseResult => this.#movePurchase(id, "fail"),
    expire: (id: number): FundingPurchaseResult => this.#movePurchase(id, "expire"),
  }

  /** The steps of a plan checkout that have no endpoint, by its `purchase_id`. */
  readonly checkouts = {
    pay: (id: number): PlanCheckout => this.#moveCheckout(id, "pay"),
    fail: (id: number): PlanCheckout => this.#moveCheckout(id, "fail"),
    expire: (id: number): PlanCheckout => this.#moveCheckout(id, "expire"),
  }

  /** The steps of a campaign that have no endpoint. A live one can be paused until it has sent to everyone. */
  readonly campaigns = {
    pause: (id: number): Campaign => this.#moveCampaign(id, "pause"),
    resume: (id: number): Campaign => this.#moveCampaign(id, "resume"),
    cancel: (id: number): Campaign => this.#moveCampaign(id, "cancel"),
    archive: (id: number): Campaign => this.#moveCampaign(id, "archive"),
  }

  /** The transitions of a flow; none has an endpoint. */
  readonly flows = {
    start: (id: number): Flow => this.#moveFlow(id, "start"),
    pause: (id: number): Flow => this.#moveFlow(id, "pause"),
    resume: (id: number): Flow => this.#moveFlow(id, "resume"),
    cancel: (id: number): Flow => this.#moveFlow(id, "cancel"),
    archive: (id: number): Flow => this.#moveFlow(id, "archive"),
  }

  #moveGrant(id: number, move: "consent" | "activate_payment" | "release"): ManagementGrant {
    return this.#call(controls.grants.move, { params: { id, move } })
  }

  #moveManagedAccount(
    id: number,
    move: "send_invitation" | "claim" | "pay" | "payment_failed" | "release",
  ): ManagedAccount {
    return this.#call(controls.managedAccounts.move, { params: { id, move } })
  }

  #movePurchase(id: number, move: "begin" | "pay" | "fail" | "expire"): FundingPurchaseResult {
    return this.#call(controls.purchases.move, { params: { id, move } })
  }

  #moveCheckout(purchase_id: number, move: "pay" | "fail" | "expire"): PlanCheckout {
    return this.#call(controls.checkouts.move, { params: { purchase_id, move } })
  }

  #moveCampaign(id: number, move: "pause" | "resume" | "cancel" | "archive"): Campaign {
    return this.#call(controls.campaigns.move, { params: { id, move } })
  }

  #moveFlow(id: number, move: "start" | "pause" | "resume" | "cancel" | "archive"): Flow {
    return this.#call(controls.flows.move, { params: { id, move } })
  }
}
