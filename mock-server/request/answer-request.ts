import type { EndpointSpec } from "../../sdk/contract/core/endpoint.ts"
import { headerNames } from "../../sdk/contract/core/headers.ts"
import { isIdempotencyKey } from "../../sdk/contract/core/idempotency-key.ts"
import { limits } from "../../sdk/contract/core/limits.ts"
import { fromText } from "../../sdk/contract/core/text.ts"
import { badRequest, invalid, notFound, ServiceError } from "../base/service-error.ts"
import type { FileAnswer } from "../handlers/handlers-for.ts"
import type { Page } from "../store/collection.ts"
import type { Caller } from "../world/caller.ts"
import type { World } from "../world/world.ts"
import { authenticate } from "./authenticate.ts"
import { readJson, readPage, readQuery, validate } from "./input.ts"
import type { JsonTexts } from "./json-texts.ts"
import { readUpload } from "./multipart.ts"
import { renderError, renderFile, renderModel, renderPage } from "./render.ts"
import type { Route, Router } from "./router.ts"
import type { WireRequest, WireResponse } from "./wire.ts"

/** What the journal wants to know of a request, filled in along its way. */
export interface Trace {
  route?: Route
  caller?: Caller
  /** The body as it was sent, or the fields of an upload as JSON. */
  text?: string | undefined
}

/**
 * A request's way through the service; a promise only where there is something to wait for. Throws ServiceError only;
 * `answerError` turns that into an answer.
 */
export function answer(
  world: World,
  router: Router,
  texts: JsonTexts,
  request: WireRequest,
  trace: Trace,
): WireResponse | Promise<WireResponse> {
  // 1. Which endpoint is it?
  const mark = request.url.indexOf("?")
  const path = mark < 0 ? request.url : request.url.slice(0, mark)
  const match = router.match(request.method === "HEAD" ? "GET" : request.method, path)
  if (match === undefined) throw notFound("Path")
  if ("allow" in match) return answerOtherMethod(request.method, match.allow)
  const { route, params } = match
  trace.route = route

  // 2. Who asks, and may they?
  const caller = letIn(world, route, request)
  if (caller !== undefined) trace.caller = caller
  world.rateLimit.count(caller)

  // 3. What do they send? Only a body has to be waited for.
  const input = readInput(route.endpoint, params, mark < 0 ? "" : request.url.slice(mark + 1), request)
  const { endpoint } = route
  const schema = endpoint.body
  if (schema === undefined) return act(world, texts, route, caller, input)
  // Much can have happened by the time a body is there: rows are replaced, credentials revoked.
  const actLater = () => act(world, texts, route, letIn(world, route, request), input)
  if (endpoint.upload !== undefined) return takeUpload(endpoint, schema, input, request, trace).then(actLater)
  const bytes = request.body.bytes(limits.bodyBytes)
  if (bytes instanceof Promise) {
    return bytes.then((whole) => {
      input.body = check(endpoint, schema, readJson(request, whole, trace))
      return actLater()
    })
  }
  input.body = check(endpoint, schema, readJson(request, bytes, trace))
  return act(world, texts, route, caller, input)
}

const letIn = (world: World, { endpoint }: Route, { headers }: WireRequest): Caller | undefined =>
  endpoint.auth.length === 0 ? undefined : authenticate(world, endpoint, headers)

/** 4. Do it, and say how it went. */
function act(
  world: World,
  texts: JsonTexts,
  { endpoint, handler }: Route,
  caller: Caller | undefined,
  input: Input,
): WireResponse | Promise<WireResponse> {
  const result = handler(world, caller, input)
  return result instanceof Promise
    ? result.then((outcome) => render(endpoint, input, outcome, texts))
    : render(endpoint, input, result, texts)
}

function render(endpoint: EndpointSpec, { page }: Input, outcome: unknown, texts: JsonTexts): WireResponse {
  if (page !== undefined) return renderPage(page, outcome as Page<object>, texts)
  if (endpoint.download !== undefined) return renderFile(outcome as FileAnswer)
  return renderModel(endpoint, outcome, texts)
}

/** The answer to a request that failed; what is not a ServiceError is a fault of ours. */
export function answerError(error: unknown, endpoint: EndpointSpec | undefined): WireResponse {
  const known =
    error instanceof ServiceError ? error : new ServiceError(500, `The mock server failed: ${String(error)}`)
  return renderError(known, endpoint?.errorShape === "popup")
}

/** A method that a path does not have: OPTIONS asks which it has, any other is refused. */
function answerOtherMethod(method: string, methods: readonly string[]): WireResponse {
  const allow = methods.join(", ")
  if (method === "OPTIONS") return { status: 204, headers: { Allow: `${allow}, OPTIONS` }, body: null }
  throw new ServiceError(405, `${method} is not possible here, only ${allow}`, { headers: { Allow: allow } })
}

type Schema = NonNullable<EndpointSpec["body"]>

/** The parts of a request that its endpoint has, validated. */
interface Input {
  params?: unknown
  query?: unknown
  body?: unknown
  page?: { readonly number: number; readonly size: number }
  upload?: unknown
  idempotencyKey?: string | undefined
}

function readInput(
  endpoint: EndpointSpec,
  params: Readonly<Record<string, string>>,
  search: string,
  request: WireRequest,
): Input {
  const input: Input = {}
  if (endpoint.params !== undefined) input.params = readParams(endpoint, params)
  const query = readQuery(search)
  if (endpoint.paginated !== undefined) input.page = readPage(query, endpoint.paginated.size)
  if (endpoint.query !== undefined) input.query = check(endpoint, endpoint.query, fromText(endpoint.query, query))
  else refuseUnknown(query)
  if (endpoint.idempotency !== undefined) input.idempotencyKey = readIdempotencyKey(endpoint, request)
  return input
}

async function takeUpload(
  endpoint: EndpointSpec,
  schema: Schema,
  input: Input,
  request: WireRequest,
  trace: Trace,
): Promise<void> {
  const { fields, upload } = await readUpload(request)
  trace.text = JSON.stringify(fields)
  input.body = check(endpoint, schema, { ...fromText(schema, fields), file: upload?.filename })
  input.upload = upload
}

/** A path that names no possible record is a record that is not there. */
function readParams(endpoint: EndpointSpec, params: Readonly<Record<string, string>>): unknown {
  if (endpoint.params === undefined) return undefined
  try {
    return validate(endpoint.params, fromText(endpoint.params, params))
  } catch {
    throw notFound("Record")
  }
}

/** Validates a part; the contract can give an endpoint another status or reason for what is refused. */
function check(endpoint: EndpointSpec, schema: Schema, value: unknown): unknown {
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

/** Spec: Transactional messages, rule 5, and the endpoints where the key must be there. */
function readIdempotencyKey(endpoint: EndpointSpec, request: WireRequest): string | undefined {
  const key = request.headers[headerNames.idempotencyKey.toLowerCase()]
  if (!key && endpoint.idempotency === "required") {
    throw badRequest(
      "Send the header Idempotency-Key: a stable key of your own for this request",
      "idempotency_key_required",
    )
  }
  if (key === undefined) return undefined
  if (!isIdempotencyKey(key)) {
    throw invalid({ idempotency_key: [`must be 1 to ${limits.idempotencyKeyLength} printable characters`] })
  }
  return key
}
