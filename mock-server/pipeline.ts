import type { EndpointSpec } from "../sdk/contract/endpoint.ts"
import { headerNames } from "../sdk/contract/headers.ts"
import { limits } from "../sdk/contract/limits.ts"
import { fromText } from "../sdk/contract/text.ts"
import { authenticate } from "./authenticate.ts"
import type { Caller } from "./caller.ts"
import type { Page } from "./collection.ts"
import type { FileAnswer } from "./handlers.ts"
import { readJson, readPage, readQuery, validate } from "./input.ts"
import type { JsonTexts } from "./json-texts.ts"
import { readUpload } from "./multipart.ts"
import { renderError, renderFile, renderModel, renderPage } from "./render.ts"
import type { Route, Router } from "./routes.ts"
import { badRequest, invalid, notFound, ServiceError } from "./service-error.ts"
import type { WireRequest, WireResponse } from "./wire.ts"
import type { World } from "./world.ts"

/** What the journal wants to know of a request, filled in along its way. */
export interface Trace {
  route?: Route
  caller?: Caller
  /** The body as it was sent, or the fields of an upload as JSON. */
  text?: string | undefined
}

/** A request's way through the service. Throws ServiceError only; `answerError` turns that into an answer. */
export async function answer(
  world: World,
  router: Router,
  texts: JsonTexts,
  request: WireRequest,
  trace: Trace,
): Promise<WireResponse> {
  // 1. Which endpoint is it?
  const mark = request.url.indexOf("?")
  const path = mark < 0 ? request.url : request.url.slice(0, mark)
  const match = router.match(request.method, path)
  if (match === undefined) throw notFound("This path")
  if ("allow" in match) throw methodNotAllowed(request.method, match.allow)
  const { route, params } = match
  trace.route = route

  // 2. Who asks, and may they?
  const caller = route.endpoint.auth.length === 0 ? undefined : authenticate(world, route.endpoint, request.headers)
  if (caller !== undefined) trace.caller = caller
  world.rateLimit.count(caller)

  // 3. What do they send?
  const input = await readInput(route, params, mark < 0 ? "" : request.url.slice(mark + 1), request, trace)

  // 4. Do it, and say how it went.
  const { endpoint, handler } = route
  const result = handler(world, caller, input)
  const outcome = result instanceof Promise ? await result : result
  if (endpoint.paginated !== undefined) return renderPage(input.page ?? firstPage, outcome as Page<object>, texts)
  if (endpoint.download !== undefined) return renderFile(outcome as FileAnswer)
  return renderModel(endpoint, outcome, texts)
}

/** The answer to a request that failed; what is not a ServiceError is a fault of ours. */
export function answerError(error: unknown, endpoint: EndpointSpec | undefined): WireResponse {
  const known =
    error instanceof ServiceError ? error : new ServiceError(500, `The mock server failed: ${String(error)}`)
  return renderError(known, endpoint?.errorShape === "popup")
}

const firstPage = { number: 1, size: limits.pageSizeDefault }

function methodNotAllowed(method: string, allowed: readonly string[]): ServiceError {
  const allow = allowed.join(", ")
  return new ServiceError(405, `${method} is not possible here, only ${allow}`, { headers: { Allow: allow } })
}

/** The parts of a request that its endpoint has, validated. */
interface Input {
  params?: unknown
  query?: unknown
  body?: unknown
  page?: { readonly number: number; readonly size: number }
  upload?: unknown
  idempotencyKey?: string | undefined
}

async function readInput(
  { endpoint }: Route,
  params: Readonly<Record<string, string>>,
  search: string,
  request: WireRequest,
  trace: Trace,
): Promise<Input> {
  const input: Input = {}
  if (endpoint.params !== undefined) input.params = readParams(endpoint, params)
  const query = readQuery(search)
  if (endpoint.paginated !== undefined) input.page = readPage(query, endpoint.paginated.size)
  if (endpoint.query !== undefined) input.query = check(endpoint, endpoint.query, fromText(endpoint.query, query))
  else refuseUnknown(query)
  if (endpoint.idempotency !== undefined) input.idempotencyKey = readIdempotencyKey(endpoint, request)
  if (endpoint.upload !== undefined && endpoint.body !== undefined) {
    const { fields, upload } = await readUpload(request)
    trace.text = JSON.stringify(fields)
    input.body = check(endpoint, endpoint.body, { ...fromText(endpoint.body, fields), file: upload?.filename })
    input.upload = upload
  } else if (endpoint.body !== undefined) {
    const body = await readJson(request, trace)
    input.body = check(endpoint, endpoint.body, body)
  }
  return input
}

/** A path that names no possible record is a record that is not there. */
function readParams(endpoint: EndpointSpec, params: Readonly<Record<string, string>>): unknown {
  if (endpoint.params === undefined) return undefined
  try {
    return validate(endpoint.params, fromText(endpoint.params, params))
  } catch {
    throw notFound("This record")
  }
}

/** Validates a part; the contract can give an endpoint another status or reason for what is refused. */
function check(endpoint: EndpointSpec, schema: NonNullable<EndpointSpec["body"]>, value: unknown): unknown {
  try {
    return validate(schema, value)
  } catch (error) {
    if (!(error instanceof ServiceError) || endpoint.invalid === undefined) throw error
    if (endpoint.invalid.status === 400) throw badRequest(error.message)
    throw invalid(error.details.validationErrors ?? {}, endpoint.invalid.errorCode)
  }
}

function refuseUnknown(query: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(query)
  if (names.length > 0) throw invalid(Object.fromEntries(names.map((name) => [name, ["is not a known parameter"]])))
}

const printable = /^[\x20-\x7e]+$/

/** Spec: Transactional messages, rule 5, and the endpoints where the key must be there. */
function readIdempotencyKey(endpoint: EndpointSpec, request: WireRequest): string | undefined {
  const key = request.headers[headerNames.idempotencyKey.toLowerCase()]
  if (key === undefined || key === "") {
    if (endpoint.idempotency !== "required") return undefined
    throw badRequest(
      "Send the header Idempotency-Key: a stable key of your own for this request",
      "idempotency_key_required",
    )
  }
  if (key.length > limits.idempotencyKeyLength || !printable.test(key)) {
    throw invalid({ idempotency_key: [`must be 1 to ${limits.idempotencyKeyLength} printable characters`] })
  }
  return key
}
