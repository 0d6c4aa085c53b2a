import { createHmac } from "node:crypto"
import { webhookEventTypes } from "../../../sdk/contract/models/webhook-event-types.ts"
import type { WebhookEventType } from "../../../sdk/contract/models/webhook-events.ts"
import { sampleData } from "../../../sdk/contract/models/webhook-samples.ts"
import { signWebhook, type WebhookSignatureHeaders } from "../../../sdk/webhooks/index.ts"
import { hostClock, unforeseenName } from "../../base/host.ts"
import type { ProbeRequest } from "./send.ts"

/** An event before it is signed. */
export interface ProbeEvent {
  readonly id: string
  readonly body: string
}

/** Changes that make a request invalid or unusual. */
export interface Difference {
  /** The signed timestamp: Unix seconds or any text. Now when omitted. */
  readonly timestamp?: string | undefined
  readonly secret?: string | readonly string[] | undefined
  /** Changes the headers after signing; undefined removes one. */
  readonly headers?: (signed: WebhookSignatureHeaders) => Readonly<Record<string, string | undefined>>
  /** The body to send instead of the signed one. */
  readonly body?: string
}

/** Creates and signs events with unique ids. */
export class EventMaker {
  readonly #run = unforeseenName().slice(0, 8)
  readonly #firstMessage = 1_000_000_000 + (Math.floor(hostClock.now() / 1_000) % 1_000_000) * 1_000
  #made = 0
  /** The default event type. */
  type: WebhookEventType

  constructor(
    private readonly secret: string,
    /** The types that may be sent. */
    readonly types: readonly WebhookEventType[] = webhookEventTypes,
  ) {
    this.type = this.mainType
  }

  /** The type that most receivers handle, if the endpoint listens to it. */
  get mainType(): WebhookEventType {
    return this.types.find((type) => type === "email.bounced") ?? this.types[0] ?? "email.bounced"
  }

  /** Unix seconds, `from` seconds from now. */
  seconds(from = 0): string {
    return String(Math.floor(hostClock.now() / 1_000) + from)
  }

  id(): string {
    this.#made += 1
    return `evt_check_${this.#run}_${this.#made}`
  }

  /** Event data with a unique message and address. */
  data(type: WebhookEventType = this.type): Record<string, unknown> {
    const to = `webhook-check+${this.#run}-${this.#made}@example.test`
    const who = type === "email.received" ? { from: to } : { message_id: this.#firstMessage + this.#made, to }
    return { ...sampleData(type, new Date(hostClock.now()).toISOString()), ...who, subject: "A check of this receiver" }
  }

  /** An event in the service's format; `more` overrides its data. */
  event(more: object = {}, { type = this.type, ago = 0 }: { type?: WebhookEventType; ago?: number } = {}): ProbeEvent {
    const id = this.id()
    const timestamp = new Date(hostClock.now() - ago).toISOString()
    return { id, body: JSON.stringify({ type, timestamp, data: { ...this.data(type), ...more } }) }
  }

  /** The signed request for an event, with the given changes. */
  request({ id, body }: ProbeEvent, { secret, timestamp, headers, body: other }: Difference = {}): ProbeRequest {
    const signed = this.#sign({ id, body }, secret ?? this.secret, timestamp ?? this.seconds())
    const sent = Object.entries(headers?.(signed) ?? signed).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    )
    return {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "MAS-Webhooks/1.0",
        ...Object.fromEntries(sent),
      },
      body: Buffer.from(other ?? body),
    }
  }

  fresh(difference?: Difference): ProbeRequest {
    return this.request(this.event(), difference)
  }

  /** A new event with a changed signature header. */
  signed(as: (signature: string) => string): ProbeRequest {
    return this.fresh({ headers: (headers) => ({ ...headers, "webhook-signature": as(headers["webhook-signature"]) }) })
  }

  /** A new event whose signature contains a character that differs in base64url, and that signature. */
  withPlus(): readonly [ProbeEvent, string] {
    for (;;) {
      const event = this.event()
      const signed = this.#sign(event, this.secret, this.seconds())["webhook-signature"]
      if (/[+/]/.test(signed.slice(3))) return [event, signed]
    }
  }

  #sign({ id, body }: ProbeEvent, secret: string | readonly string[], timestamp: string): WebhookSignatureHeaders {
    if (/^\d+$/.test(timestamp)) return signWebhook({ id, body, secret, timestamp: Number(timestamp) })
    // `signWebhook` refuses invalid timestamps.
    const key = Buffer.from(String(secret).slice("whsec_".length), "base64")
    const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")
    return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` }
  }
}

export const strangeSecret = `whsec_${Buffer.from("the secret of somebody else, 32 b").toString("base64")}`
