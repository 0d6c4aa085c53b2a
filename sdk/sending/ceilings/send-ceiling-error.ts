import { pinClassNames } from "../../base/mas-error.ts"
import { addFields, type FailedRequest, RequestError } from "../../client/errors.ts"

/** Why a ceiling refused a call. */
export interface CeilingRefusal {
  /** The limit that leaves no room; `stop` while sending is stopped; `recipients` if nobody can tell how many it reaches. */
  readonly ceiling: "perRecipient" | "total" | "stop" | "recipients"
  /** The recipient, for `perRecipient`; for `recipients` a text that cannot be read as one. */
  readonly recipient?: string | undefined
  /** The number of people that the limit allows. */
  readonly limit?: number | undefined
  /** The limit's span of time, in milliseconds. */
  readonly window?: number | undefined
  /** Number of people that count at present. */
  readonly used?: number | undefined
  /** Where the limit is defined: `the option ceiling` or `MAS_MAX_SENDS`. */
  readonly source: string
}

/**
 * A call that `ceiling` leaves no room for, or that a stop of sending holds back. This attempt was not sent. `disposition` is
 * `later` and `retryAt` says until when; `final` if the call can never pass; `isRefusal` if that is for an address in it.
 */
export class SendCeilingError extends RequestError implements CeilingRefusal {
  /** Identifies this error. */
  declare readonly code: "send_ceiling" | "sending_stopped"
  declare readonly ceiling: CeilingRefusal["ceiling"]
  declare readonly recipient: string | undefined
  declare readonly limit: number | undefined
  declare readonly window: number | undefined
  declare readonly used: number | undefined
  declare readonly source: string

  constructor(message: string, request: FailedRequest, refusal: CeilingRefusal, retryAt?: Date) {
    super(message, request)
    const { ceiling, recipient, limit, window, used, source } = refusal
    const code = ceiling === "stop" ? "sending_stopped" : "send_ceiling"
    addFields(this, { code, ceiling, recipient, limit, window, used, source }, true)
    addFields(this, retryAt ? { disposition: "later", retryAt } : { disposition: "final" })
    if (ceiling === "recipients" && recipient !== undefined) addFields(this, { isRefusal: true })
  }
}

pinClassNames({ SendCeilingError })
