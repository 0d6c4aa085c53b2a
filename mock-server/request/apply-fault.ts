import type { EndpointSpec } from "../../sdk/contract/core/endpoint.ts"
import { statusErrorCodes } from "../../sdk/contract/core/errors.ts"
import { headerNames } from "../../sdk/contract/core/headers.ts"
import type { MachineClock } from "../base/host.ts"
import type { Fault } from "../world/faults.ts"
import { hasPopupError } from "./render.ts"
import type { WireResponse } from "./wire.ts"

const connectionCut: WireResponse = { status: 0, headers: {}, body: null, cut: true }

/** An exchange to which a fault happens: waits, answers in the service's stead, or cuts the connection before or after. */
export async function exchangeWithFault(
  { machine, ended }: { readonly machine: MachineClock; readonly ended: AbortSignal },
  fault: Fault,
  endpoint: EndpointSpec | undefined,
  serve: () => WireResponse | Promise<WireResponse>,
): Promise<WireResponse> {
  const { latency_ms, drop } = fault
  if (latency_ms !== null) await machine.wait(latency_ms, ended)
  if (drop === "before") return { ...connectionCut }
  if (drop === "after") return { ...(await serve()), cut: true }
  return fault.status === null ? serve() : faultAnswer(fault, fault.status, endpoint?.errorShape === "popup")
}

const generalCodes: Readonly<Record<number, string>> = statusErrorCodes

/** The error that a fault answers with, in the interface's shape, or the popup's. Spec: Errors. */
function faultAnswer({ id, error_code, retry_after }: Fault, status: number, popup: boolean): WireResponse {
  const mayPass = status === 429 || status >= 500
  const headers: Record<string, string> = { "Content-Type": "application/json; charset=utf-8" }
  const after = retry_after ?? (status === 429 || status === 503 ? 1 : null)
  if (after !== null) headers[headerNames.retryAfter] = String(after)
  if (status === 401) headers[headerNames.wwwAuthenticate] = "Bearer"
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
