import { methodNotAllowed } from "../../base/service-error.ts"
import type { WireResponse } from "./wire.ts"

/**
 * Responds to a method without an endpoint at this path. OPTIONS lists the supported methods; others are refused. HEAD is
 * supported wherever GET is.
 */
export function otherMethodResponse(method: string, methods: readonly string[]): WireResponse {
  const allow = [...methods.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : each)), "OPTIONS"].join(", ")
  if (method !== "OPTIONS") throw methodNotAllowed(method, allow)
  return { status: 204, headers: { Allow: allow }, body: null }
}
