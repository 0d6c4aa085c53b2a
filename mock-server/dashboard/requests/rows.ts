import type { RequestRow } from "../../control/live-rows.ts"
import type { RequestLine } from "../../world/journal.ts"
import type { RowKind } from "../app/list-view.tsx"
import { liveRows } from "../app/live.ts"
import type { Status } from "../app/parts.tsx"

const tones = { success: "good", "client error": "warn", "server error": "bad", "cut off": "bad" } as const
export const outcomeWords = Object.keys(tones)

function stateOf({ status }: RequestLine): keyof typeof tones {
  if (status === null) return "cut off"
  if (status >= 500) return "server error"
  return status >= 400 ? "client error" : "success"
}

export function outcomeOf(request: RequestLine): Status {
  const word = stateOf(request)
  return { word: String(request.status ?? word), tone: tones[word] }
}

export const addressOfRequest = ({ path, query }: RequestLine) => (query === null ? path : `${path}?${query}`)
const endpointOf = ({ endpoint, method, path }: RequestLine) => endpoint ?? `${method} ${path}`

export const requests = liveRows<RequestRow>("request", (request) => [
  stateOf(request),
  `endpoint ${endpointOf(request)}`,
])

export const requestKind: RowKind<RequestRow> = {
  rows: requests,
  one: "request",
  many: "requests",
  textOf: (request) => {
    const { id, method, path, query, status, idempotency_key, credential_kind, about } = request
    return [id, method, path, query, status ?? "cut", endpointOf(request), idempotency_key, credential_kind, about]
  },
  maxKept: 10_000,
  stateOf,
  states: outcomeWords,
  endpointOf,
}
