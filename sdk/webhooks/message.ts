import { MasError } from "../base/mas-error.ts"
import { asReceived, type RawBody, tag } from "./body.ts"
import { WebhookVerificationError } from "./errors.ts"
import type { WebhookEvent } from "./events.ts"
import { isSignature, type Signable } from "./hmac.ts"
import { keysOf, type WebhookSecret } from "./secret.ts"

/** The request headers: a fetch `Headers`, `request.headers` of Node, or a plain record. Names in any case. */
export type WebhookHeaders = HeadersLike | HeaderRecord
export type HeadersLike = {
  /** The value of a header; null or undefined if it is absent. */
  get(name: string): string | null | undefined
}
export type HeaderRecord = { readonly [name: string]: string | readonly string[] | undefined }

export interface VerifyWebhookOptions {
  /**
   * Maximum difference between `webhook-timestamp` and now, in seconds, in either direction. Default 300.
   * Spec: Signature verification 5.
   */
  toleranceSeconds?: number | undefined
  /**
   * The time to compare with: a `Date`, milliseconds since 1970 (as `Date.now()`), or a function returning either. Default: now.
   */
  now?: Date | number | (() => Date | number) | undefined
}

/** A message with valid form and time whose signature has not been checked yet. */
export interface ReceivedMessage extends Signable {
  id: string
  /** The `webhook-signature` header. */
  claimed: string
}

/** A plain integer. */
export const digits = /^\d+$/

/** All checks that need no cryptography. */
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
  // Written so that a NaN tolerance refuses.
  if (!(Math.abs(age) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      age < 0 ? "timestamp_too_new" : "timestamp_too_old",
      `webhook-timestamp is ${Math.abs(age)} s ${age < 0 ? "ahead of" : "behind"} this clock`,
    )
  }
  return { id, start: `${id}.${timestamp}.`, claimed, body, keys }
}

/** Milliseconds since 1970. An invalid clock is the caller's error, not the sender's. */
export function readTime(time: Date | number): number {
  const ms = Object(time).getTime?.() ?? time
  if (Number.isFinite(ms)) return ms
  throw new MasError("now must be a Date or a number")
}

/** The event in a message, if one of its claimed signatures matches. Spec: Signature verification 4. */
export function openEvent({ id, claimed, body }: ReceivedMessage, signatures: string[]): WebhookEvent {
  // Usually there is one signature. Repeated headers arrive joined by a comma.
  const isClaimed = (one: string) => isSame(claimed, one) || claimed.split(/,? /).some((each) => isSame(each, one))
  if (!signatures.some(isClaimed)) {
    throw new WebhookVerificationError(
      "no_matching_signature",
      "Signature mismatch: wrong secret, or the body was changed before verification",
    )
  }
  const text = typeof body === "string" ? body : decoder.decode(body)
  try {
    const event: WebhookEvent = JSON.parse(text.replace(/^\ufeff/, ""))
    // Any object is accepted: the sender is verified, and newer event types must get through.
    if (tag(event) === "[object Object]") {
      event.id = id
      return event
    }
  } catch {
    // Without a cause: the parser's message would quote the body, which is a customer's mail.
  }
  throw new WebhookVerificationError("invalid_body", "The signed body is not a JSON object")
}

/** Refuses an object that is no event: event handlers could not use it. */
export function requireEvent({ type, timestamp, data }: WebhookEvent): void {
  const hasTime = typeof timestamp === "string" && !Number.isNaN(Date.parse(timestamp))
  if (type && typeof type === "string" && hasTime && tag(data) === "[object Object]") return
  throw new WebhookVerificationError(
    "invalid_body",
    "The signed body is not an event: it needs type (a string), timestamp (a time) and data (an object)",
  )
}

const isSame = (candidate: string, signature: string): boolean =>
  isSignature(candidate, signature, 3) && candidate.startsWith("v1,")

// jsdom has no TextDecoder and accepts text.
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
