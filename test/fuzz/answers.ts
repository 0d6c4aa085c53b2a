import type { WireResponse } from "../../mock-server/request/wire.ts"
import { errorTable } from "../../scripts/generate/reference/errors.ts"
import { rules } from "../../scripts/generate/rules.ts"
import { complaints } from "../support/answer-check.ts"
import type { WildRequest } from "./requests.ts"

/** The errors that the page on the interface explains: `409 conflict`. */
const documented: ReadonlySet<string> = new Set(
  [...errorTable().matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => `${status} ${code}`),
)

/**
 * What is wrong with an answer to anything at all: a fault of the service, a shape or status that the OpenAPI document does
 * not declare, an error without a code that the documents explain or without the rule that refuses. With a fault put in any status may come.
 */
export function wrongWith({ method, url }: WildRequest, answer: WireResponse, isFaulty: boolean): string[] {
  const { status, headers, body, cut } = answer
  if (cut) return isFaulty ? [] : ["cut without a fault"]
  if (status >= 500 && !isFaulty) return [`${status}: ${body}`]
  const text = body === null ? "" : Buffer.from(body).toString()
  if (text === "" && (method === "HEAD" || method === "OPTIONS")) return []
  const isOfService = url.startsWith("/v1/")
  const path = url
  const seen = { method: method === "HEAD" ? "GET" : method, path, status, headers: new Headers(headers), text }
  const found = isOfService ? complaints(seen, { anyStatus: isFaulty }) : []
  const isPage = url.startsWith("/auth") || url.startsWith("/oauth")
  if (status < 400 || isPage || isFaulty) return found
  return [...found, ...wrongError(status, text, isOfService), ...(isOfService ? withoutRule(answer) : [])]
}

const numbers: ReadonlySet<string | undefined> = new Set(rules.map(({ number }) => number))

/** An error of the service names the rule that refuses. */
function withoutRule({ status, headers, body }: WireResponse): string[] {
  const rule = headers["X-MAS-Mock-Rule"]
  return numbers.has(rule) ? [] : [`${status} without a rule: ${rule} ${body}`]
}

function wrongError(status: number, text: string, isOfService: boolean): string[] {
  const { error, message, error_code: code } = JSON.parse(text)
  // The popup's endpoints answer with a text alone.
  if (isOfService && typeof error === "string" && code === undefined) return []
  if (error !== true || message === "" || typeof code !== "string")
    return [`${status} without the error shape: ${text}`]
  const isUnknown = isOfService && !documented.has(`${status} ${code}`)
  return isUnknown ? [`${status} with a code that no page explains: ${code}`] : []
}
