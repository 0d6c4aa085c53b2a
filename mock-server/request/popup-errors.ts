import { ServiceError, unauthorized } from "../base/service-error.ts"
import type { RouteSpec } from "./routes/route-tree.ts"

/** Errors of a request or its body; the popup endpoints use one status for all of them. */
const wrongRequest: readonly number[] = [400, 413, 415, 422]

/** An error as the popup endpoints answer it: they have only the statuses that the specification lists. Spec: Errors. */
export function asPopupError(endpoint: RouteSpec, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error
  if (error.status === 403) return unauthorized(error.details.rule, error.message)
  if (!wrongRequest.includes(error.status)) return error
  return new ServiceError(endpoint.invalid?.status ?? 422, error.message, { rule: error.details.rule })
}
