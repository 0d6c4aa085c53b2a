import { AbortError, APIError, addFields, ConnectionError, RequestError, TimeoutError } from "../errors.ts"
import type { Call } from "./call.ts"

/** What the attempts before the last one came to. */
export interface EarlierAttempts {
  /** How the last of them failed. */
  readonly error?: Error | undefined
  /** True where the service got one of them, whatever it said. */
  readonly hasArrived: boolean
}

/** The error that a call ends with, complete: what holds of all its attempts together, and what to do with the call next. */
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

/** True where a write may have been done, and the service does not say itself that it can be made again. */
function mayHaveEffect(error: RequestError): boolean {
  if (error instanceof ConnectionError) return !error.neverSent
  if (error instanceof AbortError) return error.attempts > 0
  return error instanceof APIError && error.status >= 500 && !error.retryable && !error.retryAt
}
