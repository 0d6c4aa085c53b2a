import { statusErrorCodes } from "../../sdk/contract/core/errors.ts"
import { headerNames, serviceHeaderNames } from "../../sdk/contract/core/headers.ts"
import type { HostClock } from "../base/host.ts"
import type { Fault } from "../world/faults.ts"
import { hasPopupError } from "./render.ts"
import { popupEndpoint } from "./routes/service-tree.ts"
import { connectionCut, type WireRequest, type WireResponse } from "./wire.ts"

/** What a fault answers before the service does: an error in its stead, or a cut connection. It may make the request wait first. */
export async function answerByFault(
  fault: Fault,
  request: WireRequest,
  { host, ended }: { readonly host: HostClock; readonly ended: AbortSignal },
): Promise<WireResponse | undefined> {
  if (fault.latency_ms !== null) await host.wait(fault.latency_ms, ended)
  if (fault.drop === "before") return connectionCut()
  return fault.status === null ? undefined : faultAnswer(fault, fault.status, popupEndpoint(request) !== undefined)
}

const generalCodes: Readonly<Record<number, string>> = statusErrorCodes

/** The error that a fault answers with, in the interface's shape, or the popup's. Spec: Errors. */
function faultAnswer({ id, error_code, retry_after }: Fault, status: number, popup: boolean): WireResponse {
  const mayPass = status === 429 || status >= 500
  const headers: Record<string, string> = { "Content-Type": "application/json; charset=utf-8" }
  const after = retry_after ?? (status === 429 || status === 503 ? 1 : null)
  if (after !== null) headers[headerNames.retryAfter] = String(after)
  if (status === 401) headers[serviceHeaderNames.wwwAuthenticate] = "Bearer"
  const message = `Fault ${id}: this answer was asked for`
  if (popup && hasPopupError(status)) return { status, headers, body: JSON.stringify({ error: message }) }
  const body = {
    code: status,
    message,
    error: true,
    error_code: error_code ?? generalCodes[status] ?? "fault",
    ...(mayPass ? { retryable: true } : {}),
  }
  return { status, headers, body: JSON.stringify(body) }
}
