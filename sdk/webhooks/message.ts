import { MasError } from "../mas-error.ts"
import { asReceived, type RawBody, tag } from "./body.ts"
import { WebhookVerificationError } from "./errors.ts"
import type { WebhookEvent } from "./events.ts"
import type { Signable } from "./hmac.ts"
import { keysOf, type WebhookSecret } from "./secret.ts"

/** The request's headers: a fetch `Headers`, `request.headers` of Node, or a plain record. Names in any case. */
export type WebhookHeaders = HeadersLike | HeaderRecord
export type HeadersLike = { get(name: string): string | null | undefined }
export type HeaderRecord = { readonly [name: string]: string | readonly string[] | undefined }

export interface VerifyWebhookOptions {
  /** How far `webhook-timestamp` may be from now, in seconds, either way. Default 300. Spec: Signature verification 5. */
  toleranceSeconds?: number | undefined
  /** The time to compare with: a `Date`, milliseconds since 1970 (as `Date.now()`), or a function giving either. Default: now. */
  now?: Date | number | (() => Date | number) | undefined
}

/** A message whose form and time are right and whose signature is still to be checked. */
export interface ReceivedMessage extends Signable {
  id: string
  /** The `webhook-signature` header. */
  claimed: string
}

/** A plain whole number. */
export const digits = /^\d+$/

/** Everything that can be checked without cryptography. */
export function readMessage(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: WebhookSecret,
  { toleranceSeconds = 300, now = Date.now }: VerifyWebhookOptions = {},
): ReceivedMessage {
  const keys = keysOf(secret)
  const body = asReceived(rawBody)
  const id = readHeader(headers, "webhook-id")
  const timestamp = readHeader(headers, "webhook-timestamp")
  const claimed = readHeader(headers, "webhook-signature")

  if (!digits.test(timestamp)) {
    throw new WebhookVerificationError("invalid_header", "webhook-timestamp is not a number of seconds")
  }
  const age = Math.floor(readTime(typeof now === "function" ? now() : now) / 1000) - Number(timestamp)
  // Put so that a tolerance of NaN refuses.
  if (!(Math.abs(age) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      age < 0 ? "timestamp_too_new" : "timestamp_too_old",
      `webhook-timestamp is ${Math.abs(age)} s ${age < 0 ? "ahead of" : "behind"} this clock`,
    )
  }
  return { id, start: `${id}.${timestamp}.`, claimed, body, keys }
}

/** Milliseconds since 1970. A clock that is broken is no fault of who sent the webhook. */
export function readTime(time: Date | number): number {
  const ms = Object(time).getTime?.() ?? time
  if (Number.isFinite(ms)) return ms
  throw new MasError("now must be a Date or a number")
}

/** The event in a message, if one of the signatures it claims is one of these. Spec: Signature verification 4. */
export function openEvent({ id, claimed, body }: ReceivedMessage, signatures: string[]): WebhookEvent {
  // Mostly one is claimed. Two headers of one name arrive joined by a comma.
  const isClaimed = (one: string) => isSame(claimed, one) || claimed.split(/,? /).some((each) => isSame(each, one))
  if (!signatures.some(isClaimed)) {
    throw new WebhookVerificationError("no_matching_signature", "No v1 signature fits: another secret or body")
  }
  const text = typeof body === "string" ? body : decoder.decode(body)
  try {
    const event: WebhookEvent = JSON.parse(text.replace(/^\ufeff/, ""))
    // Any object will do: the sender is proven, and an event that is newer than this package must still come through.
    if (tag(event) === "[object Object]") {
      event.id = id
      return event
    }
  } catch {
    // No cause: the parser's message quotes the body, which is somebody's mail.
  }
  throw new WebhookVerificationError("invalid_body", "The signed body is no JSON object")
}

/** Refuses an object that is not an event of any type, known or not: code for events could read nothing of it. */
export function requireEvent({ type, data }: WebhookEvent): void {
  if (type && typeof type === "string" && tag(data) === "[object Object]") return
  throw new WebhookVerificationError(
    "invalid_body",
    "The signed body is not an event: it needs type (a string) and data (an object)",
  )
}

// Looks at every character whatever it finds, so that the time taken says nothing about how far a forgery got. Past the
// version, and not with it put before the signature: characters of a text that was just put together take longer to get at.
function isSame(candidate: string, signature: string): boolean {
  let difference = candidate.length ^ (signature.length + 3)
  for (let index = 0; index < signature.length; index++) {
    difference |= candidate.charCodeAt(index + 3) ^ signature.charCodeAt(index)
  }
  return difference === 0 && candidate.startsWith("v1,")
}

// Not everywhere: jsdom has none, and takes text.
const decoder = globalThis.TextDecoder && new TextDecoder()

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = hasGet(headers)
    ? headers.get(name)
    : (headers?.[name] ?? Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1])
  const text = typeof value === "string" ? value : [value].flat().join(" ")
  if (!text) throw new WebhookVerificationError("missing_header", `The ${name} header is missing`)
  return text
}

function hasGet(headers: WebhookHeaders): headers is HeadersLike {
  return typeof headers?.get === "function"
}
