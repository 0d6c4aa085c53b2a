import type { OwnBytes } from "./concat.ts"
import { WebhookVerificationError } from "./errors.ts"

/** One signing secret, or several during a rotation: any of them may match. */
export type WebhookSecret = string | readonly string[]

/** Returns the secret when it is needed; undefined while there is none. */
export type WebhookSecretSource = () => WebhookSecret | undefined | Promise<WebhookSecret | undefined>

// Secrets that are mounted as files end in a newline.
const form = /^whsec_((?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)[\r\n]*$/

// Cached: a program has a handful of secrets and thousands of webhooks.
const cache = new Map<string, OwnBytes>()

/**
 * The keys of the secrets: the part after `whsec_`, base64-decoded. Cached per secret. Spec: Signature verification 1.
 *
 * @throws {WebhookVerificationError} `invalid_secret`, for a missing, empty or malformed secret; never repeats it.
 */
export function keysOf(secret: WebhookSecret): OwnBytes[] {
  // The common case of one secret: flattening a list takes a tenth of the whole check.
  if (typeof secret === "string") return [keyOf(secret)]
  return Array.isArray(secret) && secret.length > 0 ? secret.map(keyOf) : [keyOf(secret)]
}

function keyOf(secret: unknown): OwnBytes {
  if (typeof secret !== "string") throw new WebhookVerificationError("invalid_secret", noText(secret))
  const cached = cache.get(secret)
  if (cached) return cached
  const encoded = form.exec(secret)?.[1]
  if (!encoded) {
    const problem = secret ? "must be whsec_ and base64" : "is missing"
    throw new WebhookVerificationError("invalid_secret", `The webhook secret ${problem}`)
  }
  const key = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  // Bounded, for programs with one secret per customer.
  if (cache.size > 999) cache.clear()
  cache.set(secret, key)
  return key
}

function noText(secret: unknown): string {
  if (secret == null || (Array.isArray(secret) && secret.length === 0)) return "The webhook secret is missing"
  const kind = typeof secret === "object" ? "an object" : `a ${typeof secret}`
  const description = typeof Object(secret).then === "function" ? "a promise: await it" : kind
  return `The webhook secret must be a string, whsec_ and base64, not ${description}`
}

/** Where a handler gets its secret for a request. */
export interface SecretReader {
  /** @throws {WebhookVerificationError} (rejects) `invalid_secret` when the function returns none; the next call asks again. */
  read(): WebhookSecret | Promise<WebhookSecret>
  /** Makes the next call ask again although an earlier call is pending: that one may never settle. */
  forgetPending(): void
}

/** A function is called with the first request, and its result is cached. */
export function secretReader(secret: WebhookSecret | WebhookSecretSource): SecretReader {
  if (typeof secret !== "function") return { read: () => secret, forgetPending() {} }
  let resolved: WebhookSecret | undefined
  let pending: Promise<WebhookSecret> | undefined

  async function ask(source: WebhookSecretSource): Promise<WebhookSecret> {
    const value = (await source()) ?? ""
    keysOf(value)
    resolved = value
    return value
  }
  return {
    read() {
      if (resolved !== undefined) return resolved
      // Forgotten later, even if the function throws at once.
      pending ??= ask(secret).finally(() => {
        pending = undefined
      })
      return pending
    },
    forgetPending() {
      pending = undefined
    },
  }
}
