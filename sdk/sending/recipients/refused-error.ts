import { pinClassNames } from "../../base/mas-error.ts"
import { addFields, type FailedRequest, RequestError } from "../../client/errors.ts"

/** Why a recipient guard refused a call. */
export interface Refusal {
  /** The recipient as the call has it; undefined if the call reaches people that it does not name. */
  readonly recipient?: string | undefined
  /** The rule that refused it, for example `allow`. */
  readonly rule: "allow" | "redirectTo" | "allowIndirect"
  /** Where the rule is defined: `the option recipients`, `MAS_ALLOWED_RECIPIENTS`, `MAS_REDIRECT_TO`, a profile. */
  readonly source: string
}

/** A call to a recipient that `recipients` does not allow. Nothing was sent. */
export class RecipientRefusedError extends RequestError implements Refusal {
  /** Identifies this error. */
  declare readonly code: "recipient_refused"
  declare readonly recipient: string | undefined
  declare readonly rule: Refusal["rule"]
  declare readonly source: string

  constructor(message: string, request: FailedRequest, { recipient, rule, source }: Refusal) {
    super(message, request)
    addFields(this, { code: "recipient_refused", recipient, rule, source }, true)
    addFields(this, { isRefusal: true })
  }
}

pinClassNames({ RecipientRefusedError })
