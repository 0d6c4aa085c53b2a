import { headerNames } from "../../contract/core/headers.ts"
import type { TransportRequest } from "./transport.ts"

/**
 * True for a write without an idempotency key. A service may close an idle connection at the moment of its use; then it
 * is unknown whether the write arrived. So such a write gets a connection that was not idle.
 */
export function isNotRepeatable({ method, headers }: TransportRequest): boolean {
  return (method === "POST" || method === "PATCH") && headers[headerNames.idempotencyKey] === undefined
}
