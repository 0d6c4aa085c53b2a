import { headerNames } from "../contract/core/headers.ts"
import type { TransportRequest } from "./transport.ts"

/**
 * True for a write that must not be sent twice. A connection that lay idle may be closed by the service in the very moment
 * of its use, and nobody could tell then whether the write arrived: so it gets one that did not.
 */
export function isNotRepeatable({ method, headers }: TransportRequest): boolean {
  return (method === "POST" || method === "PATCH") && headers[headerNames.idempotencyKey] === undefined
}
