import { pinClassNames } from "../../base/mas-error.ts"
import { addFields, type FailedRequest, RequestError } from "../../client/errors.ts"

/** A call that reaches people, exactly as it would leave. */
export interface CallToHold {
  /** The method of the request. */
  readonly method: string
  /** With its query, without the path of `baseUrl`. */
  readonly path: string
  /** The JSON text of the request; null without a body. */
  readonly body: string | null
  /** The brand that the call names, if any. */
  readonly brandSid: string | null
  /** What ties the credential to one brand where the call names none: `storefront shop.test`; null for the account's default brand. */
  readonly pinnedBy: string | null
  /** The key that makes it safe to repeat; undefined if the endpoint reads none. */
  readonly idempotencyKey: string | undefined
  /** The address of the service. */
  readonly at: string
  /** Identifies the account that the credential acts for. */
  readonly account: string
  /** The account for people: `Acme (account 1)`. */
  readonly accountName: string
  /** Identifies the signed-in person, of a call whose effect depends on who that is; null for any other call. */
  readonly user: string | null
  /** That person for people: `ana@acme.test (user 1)`. */
  readonly userName: string | null
}

/** How a hold took a call. */
export interface HeldCall {
  /** The id of the held item. */
  readonly id: string
  /** `waits` for a person, or what became of it since. */
  readonly state: string
  /** Until when a person can approve it, in ISO 8601. */
  readonly expiresAt: string
}

/** Keeps calls that reach people until a person approves them. An outbox of `mas-sdk/outbox` is one. */
export interface CallHold {
  /** True to be asked for every write, whomever it reaches. Default: for those that reach people by the contract. */
  readonly holdsAllWrites?: boolean | undefined
  /** Keeps a call, which then fails with a `CallHeldError`. Undefined lets it pass, as it was approved. */
  hold(call: CallToHold): Promise<HeldCall | undefined>
}

/** A call that reaches people waits for a person: nothing was sent. */
export class CallHeldError extends RequestError implements HeldCall {
  /** Identifies this error. */
  declare readonly code: "call_held"
  declare readonly id: string
  declare readonly state: string
  declare readonly expiresAt: string

  constructor({ id, state, expiresAt }: HeldCall, request: FailedRequest) {
    const what = state === "waits" ? `waits for a person until ${expiresAt}` : `was held; its state is: ${state}`
    super(
      `${request.method} ${request.path} ${what}. Nothing was sent by this call. Its id is ${id}: mas approvals show`,
      request,
    )
    addFields(this, { code: "call_held", id, state, expiresAt }, true)
    addFields(this, { isRefusal: true })
  }
}

pinClassNames({ CallHeldError })
