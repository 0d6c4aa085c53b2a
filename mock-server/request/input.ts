import { isUtf8 } from "node:buffer"
import * as z from "zod"
import type { PageRequest } from "../../sdk/contract/core/endpoint.ts"
import { limits } from "../../sdk/contract/core/limits.ts"
import { PageQuery } from "../../sdk/contract/core/shared.ts"
import { fromText } from "../../sdk/contract/core/text.ts"
import { badRequest, invalid, ServiceError } from "../base/service-error.ts"
import type { Trace } from "./answer-request.ts"
import { fieldMessage } from "./field-messages.ts"
import { isDeeperThan } from "./json-depth.ts"
import type { WholeBody, WireRequest } from "./wire.ts"

/** Text of UTF-8, without a byte order mark. Faster than a TextDecoder, and half the memory where the text is ASCII. */
function decode(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new TypeError("it is not UTF-8")
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  return text.startsWith("\ufeff") ? text.slice(1) : text
}

/** Query text as name to value or values. Names repeated or ending in `[]` gather. */
export function readQuery(search: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  if (search === "") return query
  for (const [rawName, value] of new URLSearchParams(search)) {
    const name = rawName.endsWith("[]") ? rawName.slice(0, -2) : rawName
    const before = query[name]
    query[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  }
  return query
}

const wholeNumber = /^[1-9]\d{0,8}$/
const pageNames = Object.keys(PageQuery.shape)

/** Takes the page out of a list's query: `limit`, `per`, `per_page` in that order, clamped to 100. Spec: Limits. */
export function readPage(query: Record<string, string | string[]>, defaultSize: number): PageRequest {
  const asked: Record<string, string | string[]> = {}
  let isPlain = true
  for (const name of pageNames) {
    const value = query[name]
    if (value === undefined) continue
    asked[name] = value
    isPlain &&= typeof value === "string" && wholeNumber.test(value)
    delete query[name]
  }
  // In plain numbers there is nothing to find fault with: the schema is for what is not.
  const read = isPlain ? asked : validate(PageQuery, fromText(PageQuery, asked))
  const size = read.limit ?? read.per ?? read.per_page ?? defaultSize
  return { number: Number(read.page ?? 1), size: Math.min(Number(size), limits.pageSizeMax) }
}

/** The JSON of a body: 415 for another type, 413 past the limit, 400 when it is not JSON or nested too deeply. None is an empty object. Its text is left in the trace. */
export function readJson({ headers }: WireRequest, bytes: WholeBody, trace: Trace): unknown {
  if (bytes === "too large") {
    throw new ServiceError(413, `The body is larger than ${limits.bodyBytes} bytes`)
  }
  if (bytes.byteLength === 0) return {}
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase()
  if (type !== "application/json" && !type?.endsWith("+json")) {
    throw new ServiceError(415, "Send the body as application/json")
  }
  try {
    trace.text = decode(bytes)
    if (!isDeeperThan(limits.jsonDepth, trace.text)) return JSON.parse(trace.text)
  } catch (error) {
    throw badRequest(`The body is not valid JSON: ${error instanceof Error ? error.message : "unreadable"}`)
  }
  throw badRequest(`The body is nested more than ${limits.jsonDepth} levels deep`)
}

/** The value in the schema's output form, or the 422 that names each field. */
export function validate<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { error: fieldMessage })
  if (result.success) return result.data
  // Without a prototype: a field can be called `constructor`.
  const errors: Record<string, string[]> = Object.create(null)
  for (const issue of result.error.issues) {
    const fields = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    for (const path of fields) {
      const field = path.map(String).join(".") || "body"
      errors[field] = [...(errors[field] ?? []), issue.message]
    }
  }
  throw invalid(errors)
}
