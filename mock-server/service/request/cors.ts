import type { WireRequest, WireResponse } from "./wire.ts"

/** The endpoints that web pages may call with a public key. Spec: Authentication. */
const publicPath = "/v1/public/"

/** Adds CORS headers for any origin to responses of public endpoints, preflights included; others stay unchanged. */
export function withCorsHeaders({ method, url, headers }: WireRequest, response: WireResponse): WireResponse {
  if (!url.startsWith(publicPath)) return response
  const cors: Record<string, string> = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Retry-After, X-MAS-Mock-Rule",
  }
  if (method === "OPTIONS" && headers["access-control-request-method"] !== undefined) {
    const { Allow } = response.headers
    if (Allow !== undefined) cors["Access-Control-Allow-Methods"] = Allow
    cors["Access-Control-Allow-Headers"] = "Authorization, Content-Type, Idempotency-Key"
    cors["Access-Control-Max-Age"] = "600"
  }
  return { ...response, headers: { ...response.headers, ...cors } }
}
