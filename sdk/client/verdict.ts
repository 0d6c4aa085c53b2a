import { fieldReader, isBoolean, isCode, isDate, isFilled, isObject, isText } from "./transport/fields.ts"

/**
 * How a request ended: with a response, without one, or with an error that a call has thrown.
 * `statedPause` is the pause that the service asks for, in milliseconds, corrected for the difference of the clocks.
 */
export type Outcome =
  | { readonly status: number; readonly body: unknown; readonly statedPause?: number | undefined }
  | { readonly neverSent: boolean; readonly isLasting?: boolean | undefined; readonly statedPause?: number | undefined }
  | { readonly error: unknown }

/** The attempts so far, and the clock. */
export interface Tries {
  /** Number of attempts made. */
  readonly attempts: number
  /** Milliseconds since 1970, by this machine's clock. */
  readonly now: number
  /** The pauses if the service asks for none: `first` milliseconds, doubled with each attempt up to `longest`. */
  readonly ladder: Ladder
  /** True when sending the request twice has one effect. Default true. */
  readonly isRepeatable?: boolean
}

export interface Ladder {
  readonly first: number
  readonly longest: number
  /** The part of a pause that is used, from 0 to 1: so that many clients do not repeat together. Default 1. */
  random?(): number
}

/** What to do about an outcome. The only place that decides it is `verdictOf`. */
export type Verdict =
  /** It has had its effect. */
  | { readonly kind: "done" }
  /** Repeat it after `after` milliseconds. */
  | { readonly kind: "repeat"; readonly after: number }
  /** Repeat it at `at`, in milliseconds since 1970. */
  | { readonly kind: "later"; readonly at: number }
  /** Repeating it does not help until a person has corrected the credential, the address or what lies between. */
  | { readonly kind: "final" }
  /** The service refuses this very request, whenever it is sent. */
  | { readonly kind: "setAside" }

/** Decides what to do about an outcome. Spec: Errors. */
export function verdictOf(outcome: Outcome, tries: Tries): Verdict {
  if ("error" in outcome) return verdictOfError(outcome.error, tries)
  const nature = natureOf(outcome)
  if (nature !== "temporary") return { kind: nature }
  if (tries.isRepeatable === false && mayHaveEffect(outcome)) return { kind: "final" }
  return again(outcome.statedPause, tries)
}

/** The error of a call has been judged when it was made. */
function verdictOfError(error: unknown, tries: Tries): Verdict {
  const { disposition, retryAt, isRefusal } = Object(error)
  if (isRefusal === true) return { kind: "setAside" }
  if (disposition === "final") return { kind: "final" }
  return again(isDate(retryAt) ? retryAt.getTime() - tries.now : undefined, tries)
}

function again(statedPause: number | undefined, { attempts, now, ladder }: Tries): Verdict {
  return statedPause === undefined
    ? { kind: "repeat", after: backoff(attempts, ladder) }
    : { kind: "later", at: now + statedPause }
}

/** Milliseconds before the next attempt if nobody asks for a pause. */
export function backoff(attempts: number, { first, longest, random = () => 1 }: Ladder): number {
  return random() * Math.min(longest, first * 2 ** Math.min(attempts - 1, 30))
}

const temporaryStatuses = /^(408|429|50[0234])$/
/** Statuses that can concern this very request. Others concern the credential, the address, or the way to the service. */
const refusals = /^(400|409|413|422)$/

function natureOf(outcome: Exclude<Outcome, { readonly error: unknown }>): "done" | "temporary" | "final" | "setAside" {
  if (!("status" in outcome)) return outcome.isLasting ? "final" : "temporary"
  const { status, body, statedPause } = outcome
  if (status >= 200 && status < 300) return "done"
  const retryable = saysRetryable(body)
  // 409 with a time: a request with the same key is under way.
  const isBusy = status === 409 && statedPause !== undefined && !isKeyConflict(body)
  if (retryable ?? (isBusy || temporaryStatuses.test(String(status)))) return "temporary"
  return refusals.test(String(status)) && isOfService(body) ? "setAside" : "final"
}

/** True when the service says that a key was used before, with another payload. */
export function isKeyConflict(body: unknown): boolean {
  const field = fieldReader(body)
  return [field("code", isCode), field("error_code", isText)].includes("idempotency_conflict")
}

/**
 * True for the service's own JSON: proxies and gateways respond with the same statuses, and with JSON that has a `message`, a
 * numeric `code`, an `error` text, or is a problem document (RFC 9457), which can even have `retryable`. Spec: Errors.
 */
function isOfService(body: unknown): boolean {
  const field = fieldReader(body)
  if (field("title", isText) !== undefined) return false
  if (field("error", isBoolean) || field("error_code", isFilled) || field("validation_errors", isObject)) return true
  if (field("retryable", isBoolean) !== undefined) return true
  return field("message", isText) !== undefined && /^[a-z_]+$/.test(field("code", isText) ?? "")
}

/** What the service says about repeating the request; undefined if it does not, or if somebody else does. */
function saysRetryable(body: unknown): boolean | undefined {
  return isOfService(body) ? fieldReader(body)("retryable", isBoolean) : undefined
}

/**
 * Whom a temporary refusal concerns: every call with the credential (a rate limit), every call of the endpoint (capacity is
 * used up), or first of all this one (one machine of the service may be bad). Undefined when it is not temporary.
 */
export function scopeOf(
  outcome: Exclude<Outcome, { readonly error: unknown }>,
): "credential" | "endpoint" | "call" | undefined {
  if (!("status" in outcome) || natureOf(outcome) !== "temporary") return undefined
  const field = fieldReader(outcome.body)
  const { reason_code } = Object(field("capacity_recovery", isObject))
  if ([field("error_code", isText), reason_code].includes("sending_capacity_reached")) return "endpoint"
  if (outcome.status === 429) return "credential"
  return outcome.status >= 500 ? "call" : undefined
}

/**
 * True when a request that arrived certainly had no effect: it was refused, put off until a time that the service names, or the
 * address has moved. A 408, and statuses that no standard has (499), only say that somebody on the way did not wait.
 */
export const isRefused = (outcome: Exclude<Outcome, { readonly error: unknown }>): boolean =>
  "status" in outcome &&
  (outcome.status === 503 ? outcome.statedPause !== undefined : refusedStatuses.test(String(outcome.status)))

const refusedStatuses = /^(30[178]|40[0-79]|4[1-4]\d|45[01])$/

/**
 * True when a write may have happened. Neither a page of a proxy nor `retryable` says that it did not: the service repeats a key once,
 * and a write without one twice.
 */
export function mayHaveEffect(outcome: Exclude<Outcome, { readonly error: unknown }>): boolean {
  if (!("status" in outcome)) return !outcome.neverSent
  return natureOf(outcome) !== "done" && !isRefused(outcome)
}
