import { createHmac } from "node:crypto"
import { WebhookVerificationError } from "../../sdk/webhooks/index.ts"

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
export const otherSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
export const id = "evt_0193f1c2-7d1e-7c33-a8c1-5f2b6f0c9d11"
/** Unix seconds. */
export const sentAt = 1_795_000_000
export const now = sentAt * 1000

export const event = {
  type: "email.bounced",
  timestamp: "2026-11-18T09:46:40.000Z",
  data: {
    message_id: 42,
    to: "zoë@example.com",
    subject: "Your receipt 🧾",
    idempotency_key: "receipt-42",
    tags: { order: "1001", account_id: "1", brand_id: "1", message_id: "42" },
    bounce: { type: "hard", subtype: "mailbox_not_found" },
  },
}
export const body = JSON.stringify(event)

/** The signature by the specification, computed without the package. */
export function signature(
  content: string | Uint8Array,
  options: { secret?: string; id?: string; timestamp?: string } = {},
) {
  const key = Buffer.from((options.secret ?? secret).slice("whsec_".length), "base64")
  const start = `${options.id ?? id}.${options.timestamp ?? sentAt}.`
  return `v1,${createHmac("sha256", key).update(start).update(content).digest("base64")}`
}

export function headersFor(
  content: string | Uint8Array,
  options: { secret?: string; id?: string; timestamp?: string } = {},
) {
  return {
    "webhook-id": options.id ?? id,
    "webhook-timestamp": options.timestamp ?? String(sentAt),
    "webhook-signature": signature(content, options),
  }
}

/** The error that the call threw, which must be a refusal. */
export async function refusal(call: () => unknown): Promise<WebhookVerificationError> {
  try {
    await call()
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error
    throw error
  }
  throw new Error("Nothing was refused")
}
