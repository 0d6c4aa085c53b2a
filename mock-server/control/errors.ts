import type { JournalEntry } from "../world/journal.ts"
import { defineControl } from "./control.ts"

/** Requests that failed in the same way. */
export interface ErrorGroup {
  /** The endpoint, such as `messages.send`; method and path for an unknown path. */
  readonly endpoint: string
  /** The response status; null when the connection was cut. */
  readonly status: number | null
  /** The `error_code` of the responses, or null. */
  readonly error_code: string | null
  /** The invalid field, or null. */
  readonly field: string | null
  /** The field's problem, or the error message. */
  readonly rule: string
  /** The number of requests. */
  readonly count: number
  /** ISO 8601. */
  readonly first_at: string
  /** When the last request was made: ISO 8601. */
  readonly last_at: string
  /** The id of the newest request. */
  readonly last_request_id: number
}

/** @internal */
export const errorControls = {
  /** The errors of the requests in the journal, most frequent first. */
  list: defineControl({ method: "GET", path: "/errors" }, ({ world }): ErrorGroup[] => {
    const groups = new Map<string, ErrorGroup>()
    for (const entry of world.journal.list({ failed: true })) {
      for (const problem of problemsOf(entry)) {
        const key = JSON.stringify(problem)
        const { time, id } = entry
        const { count = 0, first_at = time } = groups.get(key) ?? {}
        groups.set(key, { ...problem, count: count + 1, first_at, last_at: time, last_request_id: id })
      }
    }
    return [...groups.values()].sort((a, b) => b.count - a.count || b.last_request_id - a.last_request_id)
  }),
}

type Problem = Pick<ErrorGroup, "endpoint" | "status" | "error_code" | "field" | "rule">

/** One problem per invalid field; without any, the error itself. */
export function problemsOf({ endpoint, method, path, status, response_body }: JournalEntry): Problem[] {
  const body = fieldsOf(response_body)
  const code = body.error_code ?? body.error
  const common = {
    endpoint: endpoint ?? `${method} ${path}`,
    status,
    error_code: typeof code === "string" ? code : null,
  }
  const fields = Object.entries(fieldsOf(body.validation_errors))
  if (fields.length === 0) {
    const rule = status === null ? "The connection was cut" : String(body.message ?? body.error ?? `Status ${status}`)
    return [{ ...common, field: null, rule }]
  }
  return fields.flatMap(([field, rules]) => [rules].flat().map((rule) => ({ ...common, field, rule: String(rule) })))
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}
