import { AbortError, APIError, addFields, ConnectionError, RequestError, TimeoutError } from "../errors.ts"
import type { Call } from "./call.ts"

/** The results of the attempts before the last one. */
export interface EarlierAttempts {
  /** The error of the last of them. */
  readonly error?: Error | undefined
  /** True when the service received one of them, whatever it answered. */
  readonly hasArrived: boolean
}

/** Completes the final error of a call: combines the facts of all attempts and says what to do next. */
export function finalError(error: Error, call: Call, { error: before, hasArrived }: EarlierAttempts): Error {
  if (!(error instanceof RequestError)) return error
  if (error instanceof ConnectionError && error.neverSent && hasArrived) addFields(error, { neverSent: false }, true)
  if (error instanceof TimeoutError && before) addFields(error, { cause: error.cause ?? before })
  if (!call.isRepeatable && mayHaveEffect(error)) addFields(error, { disposition: "final" })
  const named = before instanceof RequestError ? before.retryAt : undefined
  if (!error.retryAt && named && named.getTime() > call.settings.clock.now()) {
    const disposition = error.disposition === "retry" ? "later" : error.disposition
    addFields(error, { retryAt: named, disposition })
  }
  return error
}

/** True when a write may have happened and the service does not say that it can be repeated. */
export function mayHaveEffect(error: RequestError): boolean {
  if (error instanceof ConnectionError) return !error.neverSent
  if (error instanceof AbortError) return error.attempts > 0
  return error instanceof APIError && error.status >= 500 && !error.retryable && !error.retryAt
}
