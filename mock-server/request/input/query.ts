import type { PageRequest } from "../../../sdk/contract/core/endpoint.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { PageQuery } from "../../../sdk/contract/core/shared.ts"
import { fromText } from "../../../sdk/contract/core/text.ts"
import { invalid } from "../../base/service-error.ts"
import { validate } from "./validate.ts"

/** A query by name: a value, or values where the name is repeated. */
export type Query = Record<string, string | string[]>

/** Query text as name to value or values. Names repeated or ending in `[]` gather. */
export function readQuery(search: string): Query {
  const query: Query = Object.create(null)
  if (search === "") return query
  for (const [rawName, value] of new URLSearchParams(search)) {
    const name = rawName.endsWith("[]") ? rawName.slice(0, -2) : rawName
    const before = query[name]
    if (before === undefined) query[name] = value
    else if (Array.isArray(before)) before.push(value)
    else query[name] = [before, value]
  }
  return query
}

const wholeNumber = /^[1-9]\d{0,8}$/
const pageNames = Object.keys(PageQuery.shape)

/** Takes the page out of a list's query: `limit`, `per`, `per_page` in that order, clamped to 100. Spec: Limits. */
export function takePage(query: Query, defaultSize: number): PageRequest {
  const asked: Query = {}
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

/** Throws the 422 for what is left of a query that takes nothing more. */
export function refuseUnknown(query: Query): void {
  const names = Object.keys(query)
  if (names.length > 0) throw invalid(Object.fromEntries(names.map((name) => [name, ["is not a known parameter"]])))
}
