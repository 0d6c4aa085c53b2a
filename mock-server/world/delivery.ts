import * as z from "zod"
import { DateMs, SigningSecret } from "../store/row-schema.ts"
import { InjectedFault } from "../store/tables/injected-fault.ts"

/** One HTTP request to a webhook endpoint. */
export interface DeliveryRequest {
  /** The address that the webhook goes to. */
  readonly url: string
  /** Signed for this one attempt. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, as it is signed. */
  readonly body: string
  /** True when the endpoint may be on this machine. */
  readonly allowLocal: boolean
  /** Milliseconds to wait for the answer. */
  readonly timeout: number
  /** The error of an attempt that timed out; it also names what the attempt is waiting for. */
  readonly noAnswer: string
}

/** The receiver's response besides its status. */
export interface DeliveryAnswer {
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body's beginning, at most 8 KiB of it, as text. */
  readonly body: string
  /** True where the body went on. */
  readonly truncated: boolean
}

/** The result: the status, or the error. Durations are milliseconds. */
export type DeliveryOutcome =
  | {
      /** What the receiver answered. */
      readonly status: number
      /** How long it took. */
      readonly duration: number
      /** What else it answered, where that is known. */
      readonly answer?: DeliveryAnswer | undefined
    }
  | {
      /** Why there is no answer. */
      readonly error: string
      /** How long it took. */
      readonly duration: number
    }

/** An endpoint off the public internet that webhooks may go to all the same. @internal */
export interface Receiver {
  /** In its plain form: lower case, no brackets around IPv6. */
  readonly host: string
  /** Every port when left out. */
  readonly port: number | undefined
}

/** Sends one webhook over the network. Returns a result or a promise; never rejects. */
export type Deliver = (request: DeliveryRequest) => DeliveryOutcome | Promise<DeliveryOutcome>

/** Everything that an attempt is made of; plain data. @internal */
export const AttemptFacts = z.object({
  webhook_id: z.int(),
  delivery_id: z.int(),
  /** Which attempt of its delivery it is, from 1. */
  number: z.int(),
  /** Milliseconds since 1970. */
  at: DateMs,
  url: z.string(),
  secret: SigningSecret,
  /** Signs as well, while a secret is being replaced. */
  second_secret: SigningSecret.optional(),
  /** When it is signed, where that is not when it is made. Milliseconds since 1970. */
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
