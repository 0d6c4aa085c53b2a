import type { PageRequest } from "../../../sdk/contract/core/endpoint.ts"
import { headerNames } from "../../../sdk/contract/core/headers.ts"
import type { HostClock } from "../../base/host.ts"
import { percentEncode } from "../../base/percent-encode.ts"
import { type FileResponse, type PageOfRows, Reply } from "../../base/reply.ts"
import { ServiceError } from "../../base/service-error.ts"
import { jsonBody } from "./json-parts.ts"
import type { JsonTexts } from "./json-texts.ts"
import type { RouteSpec } from "./routes/route-tree.ts"
import type { WireResponse } from "./wire.ts"

const json = { "Content-Type": "application/json; charset=utf-8" }
const noHeaders = {}

/** Inputs of a response besides the result. */
interface RenderOptions {
  /** The requested page of a list. */
  readonly page: PageRequest | undefined
  /** Caches the JSON of frequently read rows. */
  readonly texts: JsonTexts | undefined
  /** Present when a long body is written in parts. */
  readonly partsHost: HostClock | undefined
}

/** Renders an endpoint's result: a page, a file, or one record. */
export function renderOutcome(
  endpoint: RouteSpec,
  outcome: unknown,
  { page, texts, partsHost }: RenderOptions,
): WireResponse {
  if (page !== undefined) return renderPage(page, outcome as PageOfRows<object>, texts)
  if (endpoint.download !== undefined) return renderFile(outcome as FileResponse)
  return renderModel(endpoint, outcome, texts, partsHost)
}

/** One record, with the status that the contract gives the endpoint. */
function renderModel(
  endpoint: RouteSpec,
  response: unknown,
  texts: JsonTexts | undefined,
  partsHost: HostClock | undefined,
): WireResponse {
  const reply = response instanceof Reply ? response : undefined
  const status = reply?.notes.replayed ? (endpoint.replayStatus ?? endpoint.status ?? 200) : (endpoint.status ?? 200)
  const model: unknown = reply === undefined ? response : reply.model
  if (status === 204 || model === undefined) return { status, headers: noHeaders, body: null }
  const token = reply?.notes.token
  const headers = token === undefined ? json : { ...json, [headerNames.authorization]: `Bearer ${token}` }
  // A record that was just written is rarely read again soon.
  const cachedTexts = endpoint.method === "GET" ? texts : undefined
  if (cachedTexts !== undefined) {
    const { body, length } = cachedTexts.of(model as object)
    return { status, headers, body, length, model: model as object }
  }
  if (partsHost !== undefined) return { status, headers, ...jsonBody(partsHost, model), model: model as object }
  return { status, headers, body: JSON.stringify(model), model: model as object }
}

/** One page of a list, with the pagination headers. Spec: Limits. */
function renderPage(
  page: PageRequest,
  { rows, total }: PageOfRows<object>,
  texts: JsonTexts | undefined,
): WireResponse {
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
  if (texts === undefined) return { status: 200, headers, body: JSON.stringify(rows) }
  // Summed here: measuring the whole text would take as long as building it.
  let length = 2 + Math.max(0, rows.length - 1)
  const bodies: string[] = []
  for (const row of rows) {
    const text = texts.of(row)
    length += text.length
    bodies.push(text.body)
  }
  return { status: 200, headers, body: `[${bodies.join(",")}]`, length, model: rows }
}

/** Renders a file as an attachment with its name. */
function renderFile({ filename, contentType, bytes }: FileResponse): WireResponse {
  const plain = filename.replace(/[^\x20-\x7e]|["\\]/g, "_")
  const encoded = percentEncode(filename).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const disposition = `attachment; filename="${plain}"${plain === filename ? "" : `; filename*=UTF-8''${encoded}`}`
  return { status: 200, headers: { "Content-Type": contentType, "Content-Disposition": disposition }, body: bytes }
}

/** The statuses for which the popup endpoints have their own error format. Spec: Errors. */
export const hasPopupError = (status: number) => status === 400 || status === 422

/** The response to a failed request; any error except ServiceError is a bug of this server. */
export function renderFailure(error: unknown, popup = false): WireResponse {
  const kindOf =
    error instanceof ServiceError
      ? error
      : new ServiceError(500, `The mock server failed: ${String(error)}`, { rule: undefined })
  return renderError(kindOf, popup)
}

/** Renders an error in the service's format; the popup endpoints have their own for 400 and 422. Spec: Errors. */
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
