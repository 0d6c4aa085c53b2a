import { signWebhook } from "../../sdk/webhooks/index.ts"

/** One HTTP request to a webhook endpoint. */
export interface DeliveryRequest {
  readonly url: string
  /** Signed for this one attempt. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** True when the endpoint may be on this machine. */
  readonly allowLocal: boolean
  /** Milliseconds to wait for the answer. */
  readonly timeout: number
}

/** What came of it: the status, or why there is none. Durations are milliseconds. */
export type DeliveryOutcome =
  | { readonly status: number; readonly duration: number }
  | { readonly error: string; readonly duration: number }

/** Sends one webhook over the network. Answers at once or with a promise; never rejects. */
export type Deliver = (request: DeliveryRequest) => DeliveryOutcome | Promise<DeliveryOutcome>

/** What a signature is made of. */
export interface Signable {
  /** `evt_…` */
  readonly eventId: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly body: string
  readonly secret: string
}

/** The headers of an attempt. Spec: Request to the endpoint. */
export function attemptHeaders({ eventId, at, body, secret }: Signable): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": "MAS-Webhooks/1.0",
    ...signWebhook({ id: eventId, timestamp: Math.floor(at / 1000), body, secret }),
  }
}

/** An attempt that is signed when its headers are asked for: signing costs more than all the rest of it in the process. */
export class Attempt implements DeliveryRequest, Signable {
  constructor(
    readonly url: string,
    readonly eventId: string,
    readonly at: number,
    readonly body: string,
    readonly secret: string,
    readonly allowLocal: boolean,
    readonly timeout: number,
  ) {}

  get headers(): Record<string, string> {
    return attemptHeaders(this)
  }
}
