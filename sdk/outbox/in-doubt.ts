import { InvalidArgumentError, RequestError } from "../client/errors.ts"
import { isInDoubt } from "../client/request/final-error.ts"

/** True unless the service certainly did not accept the call that ended with this error. */
export function mayBeAccepted(error: unknown): boolean {
  if (error instanceof InvalidArgumentError) return false
  return error instanceof RequestError ? isInDoubt(error) : true
}
