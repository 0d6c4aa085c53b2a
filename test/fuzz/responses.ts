import type { WireResponse } from "../../mock-server/service/request/wire.ts"
import { errorTable } from "../../scripts/generate/reference/errors.ts"
import { rules } from "../../scripts/generate/rules.ts"
import { complaints } from "../support/response-check.ts"
import type { WildRequest } from "./requests.ts"

/** The documented errors: `409 conflict`. */
const documented: ReadonlySet<string> = new Set(
  [...errorTable().matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => `${status} ${code}`),
)

/**
 * The problems of a response to any request: a server error, an undeclared shape or status, an error without a documented
 * code or without its rule. With an injected fault any status is allowed.
 */
export function wrongWith({ method, url }: WildRequest, response: WireResponse, isFaulty: boolean): string[] {
  const { status, headers, body, cut } = response
  if (cut) return isFaulty ? [] : ["cut without a fault"]
  if (status >= 500 && !isFaulty) return [`${status}: ${body}`]
  const text = body === null ? "" : Buffer.from(body).toString()
  if (text === "" && (method === "HEAD" || method === "OPTIONS")) return []
  const isOfService = url.startsWith("/v1/")
  const path = url
  const exchange = { method: method === "HEAD" ? "GET" : method, path, status, headers: new Headers(headers), text }
  const problems = isOfService ? complaints(exchange, { anyStatus: isFaulty }) : []
  const isPage = url.startsWith("/auth") || url.startsWith("/oauth")
  if (status < 400 || isPage || isFaulty) return problems
  return [...problems, ...wrongError(status, text, isOfService), ...(isOfService ? withoutRule(response) : [])]
}

const numbers: ReadonlySet<string | undefined> = new Set(rules.map(({ number }) => number))

/** Every error of the service must name its rule. */
function withoutRule({ status, headers, body }: WireResponse): string[] {
  const rule = headers["X-MAS-Mock-Rule"]
  return numbers.has(rule) ? [] : [`${status} without a rule: ${rule} ${body}`]
}

function wrongError(status: number, text: string, isOfService: boolean): string[] {
  const { error, message, error_code: code } = JSON.parse(text)
  // The popup's endpoints respond with only a text.
  if (isOfService && typeof error === "string" && code === undefined) return []
  if (error !== true || message === "" || typeof code !== "string")
    return [`${status} without the error shape: ${text}`]
  const isUnknown = isOfService && !documented.has(`${status} ${code}`)
  return isUnknown ? [`${status} with a code that no page explains: ${code}`] : []
}
