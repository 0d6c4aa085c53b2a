import type { WireRequest, WireResponse } from "./wire.ts"

/** The endpoints whose key is made for pages. Spec: Authentication. */
const publicPath = "/v1/public/"

/** The answer for pages of any origin where a page may ask at all, its preflight included; elsewhere the answer as it is. */
export function forPages({ method, url, headers }: WireRequest, response: WireResponse): WireResponse {
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
