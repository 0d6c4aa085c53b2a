import {
  AbortError,
  APIError,
  addFields,
  ConnectionError,
  RequestError,
  ResponseValidationError,
  TimeoutError,
} from "../errors.ts"
import { mayHaveEffect, type Outcome } from "../verdict.ts"
import type { Call } from "./call.ts"

/** The results of the attempts before the last one. */
export interface EarlierAttempts {
  /** The error of the last of them. */
  readonly error?: Error | undefined
  /** True when the service received one of them, whatever it answered. */
  readonly hasArrived: boolean
  /** True when one of them may have had its effect although its response was lost. */
  readonly isUncertain: boolean
}

/** Errors whose last attempt was refused, and an earlier one may have had its effect. */
const doubtful = new WeakSet<Error>()

/** Completes the final error of a call: combines the facts of all attempts and says what to do next. */
export function finalError(
  error: Error,
  call: Call,
  { error: before, hasArrived, isUncertain }: EarlierAttempts,
): Error {
  if (!(error instanceof RequestError)) return error
  if (isUncertain) doubtful.add(error)
  if (error instanceof ConnectionError && error.neverSent && hasArrived) addFields(error, { neverSent: false }, true)
  if (error instanceof TimeoutError && before) addFields(error, { cause: error.cause ?? before })
  if (!call.isRepeatable && isInDoubt(error)) addFields(error, { disposition: "final", retryAt: undefined })
  const retryAt = before instanceof RequestError ? before.retryAt : undefined
  if (error.disposition === "retry" && retryAt && retryAt.getTime() > call.settings.clock.now())
    addFields(error, { retryAt, disposition: "later" })
  return error
}

/** True when the call of an error may have had its effect: only with its idempotency key can it be repeated safely. */
export function isInDoubt(error: RequestError): boolean {
  // A read has none.
  if (error.method === "GET") return false
  if (doubtful.has(error)) return true
  if (error instanceof AbortError) return error.attempts > 0
  // A success that cannot be read is one.
  if (error instanceof ResponseValidationError) return true
  const outcome = outcomeOf(error)
  return outcome !== undefined && mayHaveEffect(outcome)
}

function outcomeOf(error: RequestError): Exclude<Outcome, { readonly error: unknown }> | undefined {
  if (error instanceof ConnectionError) return error
  if (!(error instanceof APIError)) return undefined
  const { status, body, retryAt } = error
  return { status, body, statedPause: retryAt?.getTime() }
}
