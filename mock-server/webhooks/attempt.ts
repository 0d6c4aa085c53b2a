/** One HTTP request to a webhook endpoint. */
export interface DeliveryRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** True when the endpoint may be on this machine. */
  readonly allowLocal: boolean
  /** Milliseconds to wait for the answer. */
  readonly timeout: number
}

/** What came of it: the status, or why there is none. Never a rejection. */
export type DeliveryOutcome =
  | { readonly status: number; readonly duration: number }
  | { readonly error: string; readonly duration: number }

/** Sends one webhook over the network. */
export type Deliver = (request: DeliveryRequest) => Promise<DeliveryOutcome>
