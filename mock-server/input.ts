import * as z from "zod"
import type { PageRequest } from "../sdk/contract/endpoint.ts"
import { limits } from "../sdk/contract/limits.ts"
import { PageQuery } from "../sdk/contract/shared.ts"
import { fromText } from "../sdk/contract/text.ts"
import { fieldMessage } from "./field-messages.ts"
import type { Trace } from "./pipeline.ts"
import { badRequest, invalid, ServiceError } from "./service-error.ts"
import type { WireRequest } from "./wire.ts"

const decoder = new TextDecoder("utf-8", { fatal: true })

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

/** Takes the page out of a list's query: `limit`, `per`, `per_page` in that order, clamped to 100. Spec: Limits. */
export function readPage(query: Record<string, string | string[]>, defaultSize: number): PageRequest {
  const asked: Record<string, string | string[]> = {}
  for (const name of Object.keys(PageQuery.shape)) {
    const value = query[name]
    if (value !== undefined) asked[name] = value
    delete query[name]
  }
  const { page, limit, per, per_page } = validate(PageQuery, fromText(PageQuery, asked))
  return { number: page ?? 1, size: Math.min(limit ?? per ?? per_page ?? defaultSize, limits.pageSizeMax) }
}

/** The JSON body of a request: 415 for another type, 413 past the limit, 400 when it is not JSON. None is an empty object. Its text is left in the trace. */
export async function readJson(request: WireRequest, trace: Trace): Promise<unknown> {
  const bytes = await request.body.bytes(limits.bodyBytes)
  if (bytes === "too large") {
    throw new ServiceError(413, `The body is larger than ${limits.bodyBytes} bytes`)
  }
  if (bytes.byteLength === 0) return {}
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase()
  if (type !== "application/json" && !type?.endsWith("+json")) {
    throw new ServiceError(415, "Send the body as application/json")
  }
  try {
    trace.text = decoder.decode(bytes)
    return JSON.parse(trace.text)
  } catch (error) {
    throw badRequest(`The body is not valid JSON: ${error instanceof Error ? error.message : "unreadable"}`)
  }
}

/** The value in the schema's output form, or the 422 that names each field. */
export function validate<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { error: fieldMessage })
  if (result.success) return result.data
  const errors: Record<string, string[]> = {}
  for (const issue of result.error.issues) {
    const fields = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    for (const path of fields) {
      const field = path.map(String).join(".") || "body"
      errors[field] = [...(errors[field] ?? []), issue.message]
    }
  }
  throw invalid(errors)
}
