import * as z from "zod"
import { InjectedFault } from "../base/injected-fault.ts"
import { DateMs, SigningSecret } from "../store/row-schema.ts"

/** One HTTP request to a webhook endpoint. */
export interface DeliveryRequest {
  /** The endpoint's address. */
  readonly url: string
  /** Signed for this one attempt. */
  readonly headers: Readonly<Record<string, string>>
  /** The signed body. */
  readonly body: string
  /** True if the endpoint may be on this machine. */
  readonly allowLocal: boolean
  /** Milliseconds to wait for the response. */
  readonly timeout: number
  /** The error of an attempt that times out. It may name what the attempt waits for. */
  readonly noResponse: string
}

/** The receiver's response besides its status. */
export interface DeliveryResponse {
  /** Header values by lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The first 8 KiB of the body, as text. */
  readonly body: string
  /** True if the body was longer. */
  readonly truncated: boolean
}

/** The result: the status, or the error. Durations are milliseconds. */
export type DeliveryOutcome =
  | {
      /** The receiver's response status. */
      readonly status: number
      /** Duration of the request. */
      readonly duration: number
      /** The rest of the response, if known. */
      readonly response?: DeliveryResponse | undefined
    }
  | {
      /** The reason for no response. */
      readonly error: string
      /** Duration of the request. */
      readonly duration: number
    }

/** An allowed webhook endpoint outside the public internet. @internal */
export interface Receiver {
  /** The normalized host: lower case, no brackets around IPv6. */
  readonly host: string
  /** Any port when omitted. */
  readonly port: number | undefined
}

/** Sends one webhook over the network. Returns a result or a promise; never rejects. */
export type Deliver = (request: DeliveryRequest) => DeliveryOutcome | Promise<DeliveryOutcome>

/** All data of an attempt, serializable. @internal */
export const AttemptFacts = z.object({
  webhook_id: z.int(),
  delivery_id: z.int(),
  /** The number of the attempt within its delivery, from 1. */
  number: z.int(),
  /** Milliseconds since 1970. */
  at: DateMs,
  url: z.string(),
  secret: SigningSecret,
  /** The second secret that also signs, during a rotation. */
  second_secret: SigningSecret.optional(),
  /** The signing time, if it differs from `at`. Milliseconds since 1970. */
  signed_at: DateMs.optional(),
  /** The injected fault. */
  injected: InjectedFault.optional(),
  /** `evt_…` */
  event_id: z.string(),
  event_type: z.string(),
  body: z.string(),
})
/** @internal */
export interface AttemptFacts extends Readonly<z.infer<typeof AttemptFacts>> {}
