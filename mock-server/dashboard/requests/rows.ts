import { findWords } from "../../base/find-words.ts"
import type { RequestLine } from "../../world/journal.ts"
import { liveRows } from "../app/live.ts"

/** How a request went, in a word. */
export function outcomeOf({ status }: RequestLine): { readonly word: string; readonly tone: "good" | "warn" | "bad" } {
  if (status === null) return { word: "cut off", tone: "bad" }
  if (status >= 500) return { word: "failed", tone: "bad" }
  return status >= 400 ? { word: "refused", tone: "warn" } : { word: "answered", tone: "good" }
}
export const outcomeWords = ["answered", "refused", "failed", "cut off"]

/** Every request that is kept, counted by how it went and by its endpoint. */
export const requests = liveRows<RequestLine>({
  kind: "request",
  path: "rows/request",
  groupsOf: (request) => [outcomeOf(request).word, `endpoint ${nameOf(request)}`],
})

export const nameOf = ({ endpoint, method, path }: RequestLine): string => endpoint ?? `${method} ${path}`

/** What is looked for among requests. */
export interface RequestSearch {
  readonly text: string
  readonly outcome: string
  readonly endpoint: string
}

export function fitsSearch({
  text,
  outcome,
  endpoint,
}: RequestSearch): ((request: RequestLine) => boolean) | undefined {
  const hasWords = findWords(text)
  if (hasWords === undefined && outcome === "" && endpoint === "") return undefined
  return (request) => {
    if (outcome !== "" && outcomeOf(request).word !== outcome) return false
    if (endpoint !== "" && nameOf(request) !== endpoint) return false
    const { id, method, path, query, status, idempotency_key, credential_kind } = request
    const all = [id, method, path, query, status ?? "cut", nameOf(request), idempotency_key, credential_kind]
    return hasWords?.(all.join("\n")) ?? true
  }
}
