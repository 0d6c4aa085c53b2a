import { AsyncClosing } from "../../sdk/async-dispose.ts"
import type { Campaign } from "../../sdk/contract/campaigns.ts"
import type { Flow } from "../../sdk/contract/flows.ts"
import type { FundingPurchaseResult } from "../../sdk/contract/funding-purchases.ts"
import type { ManagedAccount } from "../../sdk/contract/managed-accounts.ts"
import type { ManagementGrant } from "../../sdk/contract/management-grant.ts"
import type { PlanCheckout } from "../../sdk/contract/subscription.ts"
import type { WhyStep } from "../control/messages.ts"
import { controlTable as controls } from "../control/table.ts"
import type { CallControl } from "./connection.ts"

/** State transitions that have no endpoint. */
export abstract class WorldTransitions extends AsyncClosing {
  readonly #call: CallControl

  /** @internal */
  constructor(call: CallControl) {
    super()
    this.#call = call
  }

  /** The steps of a management grant that have no endpoint. */
  readonly grants = {
    /** The owner agrees to be managed. */
    consent: (id: number): ManagementGrant => this.#moveGrant(id, "consent"),
    /** A way to pay is set up. */
    activatePayment: (id: number): ManagementGrant => this.#moveGrant(id, "activate_payment"),
    /** The owner lets the manager go. */
    release: (id: number): ManagementGrant => this.#moveGrant(id, "release"),
  }

  /** The steps of a managed account's provisioning that have no endpoint. */
  readonly managedAccounts = {
    /** The owner is invited. */
    sendInvitation: (id: number): ManagedAccount => this.#moveManagedAccount(id, "send_invitation"),
    /** The owner claims the account. */
    claim: (id: number): ManagedAccount => this.#moveManagedAccount(id, "claim"),
    /** The owner pays. */
    pay: (id: number): ManagedAccount => this.#moveManagedAccount(id, "pay"),
    /** The payment fails. */
    paymentFailed: (id: number): ManagedAccount => this.#moveManagedAccount(id, "payment_failed"),
    /** The manager lets the account go. */
    release: (id: number): ManagedAccount => this.#moveManagedAccount(id, "release"),
  }

  /** The steps of a funding purchase that have no endpoint. */
  readonly purchases = {
    /** The buyer begins to pay. */
    begin: (id: number): FundingPurchaseResult => this.#movePurchase(id, "begin"),
    /** The payment comes in. */
    pay: (id: number): FundingPurchaseResult => this.#movePurchase(id, "pay"),
    /** The payment fails. */
    fail: (id: number): FundingPurchaseResult => this.#movePurchase(id, "fail"),
    /** The time to pay is over. */
    expire: (id: number): FundingPurchaseResult => this.#movePurchase(id, "expire"),
  }

  /** The steps of a plan checkout that have no endpoint, by its `purchase_id`. */
  readonly checkouts = {
    /** The payment comes in. */
    pay: (id: number): PlanCheckout => this.#moveCheckout(id, "pay"),
    /** The payment fails. */
    fail: (id: number): PlanCheckout => this.#moveCheckout(id, "fail"),
    /** The time to pay is over. */
    expire: (id: number): PlanCheckout => this.#moveCheckout(id, "expire"),
  }

  /** The steps of a campaign that have no endpoint. A live one can be paused until it has sent to everyone. */
  readonly campaigns = {
    /** Stops sending for now. */
    pause: (id: number): Campaign => this.#moveCampaign(id, "pause"),
    /** Goes on sending. */
    resume: (id: number): Campaign => this.#moveCampaign(id, "resume"),
    /** Stops it for good. */
    cancel: (id: number): Campaign => this.#moveCampaign(id, "cancel"),
    /** Puts it away. */
    archive: (id: number): Campaign => this.#moveCampaign(id, "archive"),
    /** How it stands and what it waits for, such as room in the sending window, with the rule of the service behind it. */
    why: (id: number): Promise<WhyStep> => this.#call(controls.campaigns.why, { params: { id } }),
  }

  /** The transitions of a flow; none has an endpoint. */
  readonly flows = {
    /** Lets contacts in. */
    start: (id: number): Flow => this.#moveFlow(id, "start"),
    /** Stops it for now. */
    pause: (id: number): Flow => this.#moveFlow(id, "pause"),
    /** Goes on with it. */
    resume: (id: number): Flow => this.#moveFlow(id, "resume"),
    /** Stops it for good. */
    cancel: (id: number): Flow => this.#moveFlow(id, "cancel"),
    /** Puts it away. */
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
