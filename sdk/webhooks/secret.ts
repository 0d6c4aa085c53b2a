import type { OwnBytes } from "./concat.ts"
import { WebhookVerificationError } from "./errors.ts"

/** One signing secret, or several while a new one takes over from an old one: any of them may fit. */
export type WebhookSecret = string | readonly string[]

// Secrets that are mounted as files end in a line feed.
const form = /^whsec_((?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)[\r\n]*$/

// A program has a handful of secrets and thousands of webhooks.
const known = new Map<string, OwnBytes>()

/**
 * The keys in the secrets: what follows `whsec_`, base64-decoded, once for each. Spec: Signature verification 1.
 *
 * @throws {WebhookVerificationError} `invalid_secret`, for none, an empty or a malformed one; without repeating it.
 */
export function keysOf(secret: WebhookSecret): OwnBytes[] {
  // Mostly there is one: a list of it that is flattened and walked takes a tenth of the whole check.
  return typeof secret === "string" ? [keyOf(secret)] : [secret?.length ? secret : ""].flat().map(keyOf)
}

function keyOf(secret: string): OwnBytes {
  const found = known.get(secret)
  if (found) return found
  const encoded = form.exec(secret)?.[1]
  if (!encoded) {
    throw new WebhookVerificationError(
      "invalid_secret",
      `The webhook secret ${secret ? "must be whsec_ and base64" : "is missing"}`,
    )
  }
  const key = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  // For those who have a secret for each customer.
  if (known.size > 999) known.clear()
  known.set(secret, key)
  return key
}
