import type { PageRequest } from "../../sdk/contract/core/endpoint.ts"
import { headerNames } from "../../sdk/contract/core/headers.ts"
import { type FileAnswer, type PageOfRows, Reply } from "../base/reply.ts"
import { ServiceError } from "../base/service-error.ts"
import type { RouteSpec } from "./routes/route-tree.ts"
import type { WireResponse } from "./wire.ts"

const json = { "Content-Type": "application/json; charset=utf-8" }

export function renderOutcome(endpoint: RouteSpec, outcome: unknown, page: PageRequest | undefined): WireResponse {
  if (page !== undefined) return renderPage(page, outcome as PageOfRows<object>)
  if (endpoint.download !== undefined) return renderFile(outcome as FileAnswer)
  return renderModel(endpoint, outcome)
}

/** One record, with the status that the contract gives the endpoint. */
function renderModel(endpoint: RouteSpec, answer: unknown): WireResponse {
  const { model, notes }: Reply<unknown> = answer instanceof Reply ? answer : new Reply(answer, {})
  const usual = endpoint.status ?? 200
  const status = notes.existing ? (endpoint.replayStatus ?? usual) : usual
  if (status === 204 || model === undefined) return { status, headers: {}, body: null }
  const headers = notes.token === undefined ? json : { ...json, [headerNames.authorization]: `Bearer ${notes.token}` }
  return { status, headers, body: JSON.stringify(model) }
}

/** One page of a list, with the pagination headers. Spec: Limits. */
function renderPage(page: PageRequest, { rows, total }: PageOfRows<object>): WireResponse {
  const pages = Math.ceil(total / page.size)
  const headers: Record<string, string> = {
    "Content-Type": json["Content-Type"],
    [headerNames.totalCount]: String(total),
    [headerNames.totalPages]: String(pages),
    [headerNames.pageNumber]: String(page.number),
  }
  if (page.number < pages) headers[headerNames.nextPage] = String(page.number + 1)
  const before = Math.min(page.number - 1, pages)
  if (before > 0) headers[headerNames.prevPage] = String(before)
  return { status: 200, headers, body: JSON.stringify(rows) }
}

function renderFile({ filename, contentType, bytes }: FileAnswer): WireResponse {
  const plain = filename.replace(/[^\x20-\x7e]|["\\]/g, "_")
  // Half of a character, which JSON can say, cannot be encoded.
  const encoded = encodeURIComponent(filename.replace(/\p{Cs}/gu, "\ufffd")).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const disposition = `attachment; filename="${plain}"${plain === filename ? "" : `; filename*=UTF-8''${encoded}`}`
  return { status: 200, headers: { "Content-Type": contentType, "Content-Disposition": disposition }, body: bytes }
}

/** The statuses on which the popup endpoints answer with an error of their own shape. Spec: Errors. */
export const hasPopupError = (status: number) => status === 400 || status === 422

/** The response to a failed request; any error except ServiceError is a bug of this server. */
export function renderFailure(error: unknown, popup = false): WireResponse {
  const known =
    error instanceof ServiceError
      ? error
      : new ServiceError(500, `The mock server failed: ${String(error)}`, { rule: undefined })
  return renderError(known, popup)
}

/** An error in the interface's shape; the popup endpoints have one of their own on 400 and 422. Spec: Errors. */
function renderError(error: ServiceError, popup: boolean): WireResponse {
  const { status, message, details } = error
  const headers: Record<string, string> = { ...json, ...details.headers }
  if (details.retryAfter !== undefined) headers[headerNames.retryAfter] = String(details.retryAfter)
  const body =
    popup && hasPopupError(status)
      ? { error: message }
      : {
          code: details.code ?? status,
          message,
          error: true,
          error_code: error.errorCode,
          validation_errors: details.validationErrors,
          provisioning_id: details.provisioningId,
          retryable: details.retryable,
          retry_at: details.retryAt,
          recovery_action: details.recoveryAction,
          capacity_recovery: details.capacityRecovery,
        }
  return { status, headers, body: JSON.stringify(body) }
}
