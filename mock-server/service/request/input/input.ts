import type * as z from "zod"
import { fieldHint } from "../../../../sdk/contract/core/alternatives.ts"
import type { PageRequest } from "../../../../sdk/contract/core/endpoint.ts"
import { headerNames } from "../../../../sdk/contract/core/headers.ts"
import { isIdempotencyKey } from "../../../../sdk/contract/core/idempotency-key.ts"
import { limits } from "../../../../sdk/contract/core/limits.ts"
import { IdParams } from "../../../../sdk/contract/core/shared.ts"
import { fromText } from "../../../../sdk/contract/core/text.ts"
import { inPieces, type Steps } from "../../../base/event-loop.ts"
import type { HostClock } from "../../../base/host.ts"
import { badRequest, invalid, ServiceError } from "../../../base/service-error.ts"
import type { UploadFields } from "../../../resources/imports/upload.ts"
import type { Trace } from "../../../world/journal.ts"
import type { RouteSpec, RouteTree } from "../routes/route-tree.ts"
import type { WholeBody, WireRequest } from "../wire.ts"
import { fieldRule } from "./field-rules.ts"
import { readJson, readLongJson, refuseExcess } from "./json.ts"
import type { UploadForm } from "./multipart.ts"
import {
  clampCounts,
  onlyPaging,
  readQuery,
  takePage,
  takeUnknown,
  unknownParameters,
  unknownWarning,
} from "./query.ts"
import { refuseManyItems, validate } from "./validate.ts"
import { validateInSteps } from "./validate-steps.ts"

/** The validated parts of a request. */
export interface Input {
  params?: unknown
  query?: unknown
  body?: unknown
  page?: PageRequest | undefined
  upload?: unknown
  idempotencyKey?: string | undefined
}

/** The parts of a request before its body. */
export interface Asked {
  readonly params: Readonly<Record<string, string>>
  /** The raw query, without the `?`. */
  readonly search: string
  readonly headers: WireRequest["headers"]
}

/** Reads path, query and headers. */
export function readInput(
  tree: RouteTree,
  endpoint: RouteSpec,
  { params, search, headers }: Asked,
  trace: Trace,
): Input {
  const input: Input = {}
  if (endpoint.params !== undefined) input.params = readParams(tree, endpoint.params, params)
  if (endpoint.paginated !== undefined) input.page = onlyPaging(search, endpoint.paginated.size)
  if (search === "" || input.page !== undefined) {
    if (endpoint.query !== undefined) input.query = withoutFields(endpoint, endpoint.query, trace)
  } else takeQuery(input, tree, endpoint, search, trace)
  if (endpoint.idempotency !== undefined) input.idempotencyKey = readIdempotencyKey(endpoint, headers)
  return input
}

function takeQuery(input: Input, tree: RouteTree, endpoint: RouteSpec, search: string, trace: Trace): void {
  const query = readQuery(search)
  const { paginated } = endpoint
  if (paginated !== undefined) input.page = check(endpoint, trace, () => takePage(query, paginated.size))
  const unknown = takeUnknown(query, endpoint.query)
  if (unknown.length > 0) noteUnknown(tree, endpoint, unknown, trace)
  if (endpoint.query !== undefined)
    input.query = checkText(endpoint, trace, endpoint.query, clampCounts(query, endpoint.query))
}

const empty = new WeakMap<z.core.$ZodType, object>()

/** The parsed form of a query without endpoint-specific fields. Cached, because most list requests have none. */
function withoutFields(endpoint: RouteSpec, schema: z.core.$ZodType, trace: Trace): object {
  const checked = empty.get(schema) ?? Object(checkText(endpoint, trace, schema, {}))
  empty.set(schema, checked)
  return { ...checked }
}

/** A received body and what is needed to parse it. */
interface Arrived {
  readonly tree: RouteTree
  readonly endpoint: RouteSpec
  readonly schema: z.core.$ZodType
  readonly request: WireRequest
  /** Receives the text of the body, valid or not. */
  readonly trace: Trace
}

export function takeJson(input: Input, bytes: WholeBody, { tree, endpoint, schema, request, trace }: Arrived): void {
  let sent: unknown
  const read = () => {
    sent = readJson(request, bytes, tree.json, trace)
    return validate(schema, sent, (field) => fieldHint(trace.endpoint ?? "", field))
  }
  input.body = check(endpoint, trace, read, () => sent)
}

/** The same for a long body, in pieces. */
export async function takeLongJson(
  host: HostClock,
  input: Input,
  bytes: Uint8Array,
  { tree, schema, request }: Arrived,
): Promise<void> {
  function* read(): Steps<unknown> {
    return yield* validateInSteps(schema, yield* readLongJson(request, bytes, tree.json))
  }
  input.body = await inPieces(host, read())
}

/** Adds an upload to the input: its fields as the body, and its file. */
export function takeUpload(
  input: Input,
  { fields, upload }: UploadForm,
  { tree, endpoint, schema, trace }: Arrived,
): void {
  trace.text = JSON.stringify(fields)
  const { bounds } = tree.json
  for (const [name, text] of Object.entries(fields)) {
    if (bounds !== undefined && typeof text === "string") refuseExcess(bounds, text, name)
  }
  input.body = checkText(endpoint, trace, schema, fields, { file: upload?.filename })
  input.upload = upload
}

/** Reads of the service ignore unknown query parameters with a warning; every other endpoint refuses them. */
function noteUnknown(tree: RouteTree, endpoint: RouteSpec, names: readonly string[], trace: Trace): void {
  if (!tree.ignoresUnknown || endpoint.method !== "GET") {
    check(endpoint, trace, () => {
      throw unknownParameters(names)
    })
  }
  trace.warning = unknownWarning(names)
}

/** Digits that a number holds exactly. */
const plainId = /^[1-9]\d{0,14}$/

function readParams(tree: RouteTree, schema: z.core.$ZodType, params: Asked["params"]): unknown {
  // Nearly every path has one, and nearly every one is in order: the schema is for those that are not.
  if (schema === IdParams && plainId.test(params.id ?? "")) return { id: Number(params.id) }
  try {
    return validate(schema, fromText(schema, params))
  } catch (error) {
    throw tree.refuseParams(error)
  }
}

/** Validates named text values with the rest of the part. */
function checkText(
  endpoint: RouteSpec,
  trace: Trace,
  schema: z.core.$ZodType,
  text: UploadFields,
  more: object = {},
): unknown {
  return check(endpoint, trace, () => {
    const fields = fromText(schema, text)
    refuseManyItems(fields)
    return validate(schema, { ...fields, ...more })
  })
}

/**
 * Validates a part; the contract may set another status or reason for a refusal. `sent` returns the
 * unvalidated part, to find the rule that it breaks.
 */
function check<T>(endpoint: RouteSpec, trace: Trace, read: () => T, sent?: () => unknown): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 422) throw error
    const { rule, validationErrors = {} } = error.details
    const refusing = rule ?? fieldRule(trace.endpoint, validationErrors, sent?.())
    if (endpoint.invalid?.status === 400) throw badRequest(refusing, error.message)
    throw invalid(refusing, validationErrors, endpoint.invalid?.errorCode)
  }
}

/** The endpoints where the key must be there, too. Spec: Idempotency keys. */
function readIdempotencyKey(endpoint: RouteSpec, headers: WireRequest["headers"]): string | undefined {
  const key = headers[headerNames.idempotencyKey.toLowerCase()]
  if (!key && endpoint.idempotency === "required") {
    throw badRequest(
      "36.3",
      "Send the header Idempotency-Key: a stable key of your own for this request",
      "idempotency_key_required",
    )
  }
  if (key === undefined) return undefined
  if (!isIdempotencyKey(key)) {
    throw invalid("36.3", { idempotency_key: [`must be 1 to ${limits.idempotencyKeyLength} printable characters`] })
  }
  return key
}
