import type { RequestLine } from "../../world/journal.ts"
import type { RowKind } from "../app/list-view.tsx"
import { liveRows } from "../app/live.ts"

/** How a request went, in a word. */
export function outcomeOf({ status }: RequestLine): { readonly word: string; readonly tone: "good" | "warn" | "bad" } {
  if (status === null) return { word: "cut off", tone: "bad" }
  if (status >= 500) return { word: "server error", tone: "bad" }
  return status >= 400 ? { word: "client error", tone: "warn" } : { word: "success", tone: "good" }
}
export const outcomeWords = ["success", "client error", "server error", "cut off"]

const stateOf = (request: RequestLine) => outcomeOf(request).word
const endpointOf = ({ endpoint, method, path }: RequestLine) => endpoint ?? `${method} ${path}`

/** Every request that is kept, counted by how it went and by its endpoint. */
export const requests = liveRows<RequestLine>({
  kind: "request",
  path: "rows/request",
  groupsOf: (request) => [stateOf(request), `endpoint ${endpointOf(request)}`],
})

export const requestKind: RowKind<RequestLine> = {
  rows: requests,
  one: "request",
  many: "requests",
  textOf: (request) => {
    const { id, method, path, query, status, idempotency_key, credential_kind } = request
    return [id, method, path, query, status ?? "cut", endpointOf(request), idempotency_key, credential_kind]
  },
  stateOf,
  states: outcomeWords,
  endpointOf,
}
