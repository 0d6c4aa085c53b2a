import { statusErrorCodes } from "../../../sdk/contract/core/error-codes.ts"
import { headerNames, serviceHeaderNames } from "../../../sdk/contract/core/headers.ts"
import type { HostClock } from "../../base/host.ts"
import type { RequestFault } from "../../base/models.gen.ts"
import { isolated } from "./isolate.ts"
import { hasPopupError } from "./render.ts"
import { popupEndpoint } from "./routes/service-tree.ts"
import { connectionCut, type WireRequest, type WireResponse } from "./wire.ts"

/** A fault's response: an error or a cut connection; undefined if the service should respond. May wait first. */
export async function respondByFault(
  fault: RequestFault,
  request: WireRequest,
  { host, ended }: { readonly host: HostClock; readonly ended: AbortSignal },
): Promise<WireResponse | undefined> {
  if (fault.latency_ms !== null) await host.wait(fault.latency_ms, ended)
  if (fault.drop === "before") return connectionCut()
  if (fault.status === null) return undefined
  return corruptResponse(fault, faultResponse(fault, fault.status, popupEndpoint(request) !== undefined))
}

/** Applies a fault to a response: replaces body or headers, truncates it, or slows it down. Chosen content is isolated. */
export function corruptResponse(
  { body, headers, cut_at, drip_ms }: RequestFault,
  response: WireResponse,
): WireResponse {
  const spoilt = body === undefined ? response : withBody(response, body)
  const changed = {
    ...spoilt,
    ...(headers === undefined ? {} : { headers: merged(spoilt.headers, headers) }),
    ...(cut_at === undefined ? {} : { cutAt: cut_at }),
    ...(drip_ms === undefined ? {} : { dripMs: drip_ms }),
  }
  return body === undefined && headers === undefined ? changed : isolated(changed)
}

function withBody({ status, headers }: WireResponse, body: unknown): WireResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const type = typeof body === "string" && body.trimStart().startsWith("<") ? "text/html" : "application/json"
  return { status, headers: merged(headers, { "Content-Type": `${type}; charset=utf-8` }), body: text }
}

/** Replaces headers of the same name. */
function merged(headers: WireResponse["headers"], others: WireResponse["headers"]): WireResponse["headers"] {
  const names = new Set(Object.keys(others).map((name) => name.toLowerCase()))
  const headerList = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(headerList), ...others }
}

const generalCodes: Readonly<Record<number, string>> = statusErrorCodes

/** The error response of a fault, in the service's format or the popup's. Spec: Errors. */
function faultResponse({ id, error_code, retry_after }: RequestFault, status: number, popup: boolean): WireResponse {
  const mayPass = status === 429 || status >= 500
  const headers: Record<string, string> = { "Content-Type": "application/json; charset=utf-8" }
  const after = retry_after ?? (status === 429 || status === 503 ? 1 : null)
  if (after !== null) headers[headerNames.retryAfter] = String(after)
  if (status === 401) headers[serviceHeaderNames.wwwAuthenticate] = "Bearer"
  const message = `Fault ${id}: this response was injected`
  if (popup && hasPopupError(status)) return { status, headers, body: JSON.stringify({ error: message }) }
  const body = {
    code: error_code === "idempotency_conflict" ? error_code : status,
    message,
    error: true,
    error_code: error_code ?? generalCodes[status] ?? "fault",
    ...(mayPass ? { retryable: true } : {}),
  }
  return { status, headers, body: JSON.stringify(body) }
}
