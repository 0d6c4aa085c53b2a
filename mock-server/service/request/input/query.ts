import * as z from "zod"
import type { PageRequest } from "../../../../sdk/contract/core/endpoint.ts"
import { limits } from "../../../../sdk/contract/core/limits.ts"
import { redactText } from "../../../../sdk/contract/core/redact.ts"
import { Id, PageQuery } from "../../../../sdk/contract/core/shared.ts"
import { fromText } from "../../../../sdk/contract/core/text.ts"
import { invalid, type ServiceError } from "../../../base/service-error.ts"
import { validate } from "./validate.ts"

/** Query parameters by name: one value, or an array for a repeated name. */
export type Query = Record<string, string | string[]>

/** A query without percent-encoding, the usual case: `URLSearchParams` would take longer than the rest of a read. */
const isPlain = /^[\w.\-*&=]*$/

function* plainPairs(search: string): Generator<[name: string, value: string]> {
  for (const pair of search.split("&")) {
    const end = pair.indexOf("=")
    if (pair !== "") yield end < 0 ? [pair, ""] : [pair.slice(0, end), pair.slice(end + 1)]
  }
}

const justPage = /^(?:page=([1-9]\d{0,14})(?:&|$))?(?:(?:limit|per|per_page)=([1-9]\d{0,14}))?$/

/** The page of a query without other parameters, the usual case; undefined for any other query. */
export function onlyPaging(search: string, defaultSize: number): PageRequest | undefined {
  const match = justPage.exec(search)
  return match === null ? undefined : pageOf(match[1] ?? 1, match[2] ?? defaultSize)
}

/** Parses a query. A repeated name gives an array; `[]` at its end is dropped. */
export function readQuery(search: string): Query {
  const query: Query = Object.create(null)
  if (search === "") return query
  for (const [rawName, value] of isPlain.test(search) ? plainPairs(search) : new URLSearchParams(search)) {
    const name = rawName.endsWith("[]") ? rawName.slice(0, -2) : rawName
    const before = query[name]
    if (before === undefined) query[name] = value
    else if (Array.isArray(before)) before.push(value)
    else query[name] = [before, value]
  }
  return query
}

const wholeNumber = /^[1-9]\d*$/
const pageNames = Object.keys({ page: true, limit: true, per: true, per_page: true } satisfies Record<
  keyof PageQuery,
  true
>)

const isExact = (number: string) => Number.isSafeInteger(Number(number))

/** Takes the page out of a list's query: `limit`, `per`, `per_page` in that order, clamped to 100. Spec: Limits. */
export function takePage(query: Query, defaultSize: number): PageRequest {
  const values: Query = {}
  let areNumbers = true
  for (const name of pageNames) {
    const value = query[name]
    if (value === undefined) continue
    values[name] = value
    areNumbers &&= typeof value === "string" && wholeNumber.test(value) && (name !== "page" || isExact(value))
    delete query[name]
  }
  // Plain numbers are valid; only other text needs the schema.
  const read = areNumbers ? values : validate(PageQuery, fromText(PageQuery, values))
  return pageOf(read.page ?? 1, read.limit ?? read.per ?? read.per_page ?? defaultSize)
}

const pageOf = (number: unknown, size: unknown): PageRequest => ({
  number: Number(number),
  size: Math.min(Number(size), limits.pageSizeMax),
})

/** An integer that a number may not represent exactly. */
const isLong = /^[1-9]\d{15,}$/

/** Replaces counts beyond the safe integers with the largest safe integer. */
export function clampCounts(query: Query, schema: z.core.$ZodType): Query {
  const shape = schema instanceof z.ZodObject ? schema.shape : {}
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== "string" || !isLong.test(value) || shape[name] === Id) continue
    if (shape[name] instanceof z.ZodNumber) query[name] = String(Math.min(Number(value), Number.MAX_SAFE_INTEGER))
  }
  return query
}

/** Removes unknown parameters from a query; returns their names. */
export function takeUnknown(query: Query, schema: z.core.$ZodType | undefined): string[] {
  const shape = schema !== undefined && schema instanceof z.ZodObject ? schema.shape : {}
  const names = Object.keys(query).filter((name) => !Object.hasOwn(shape, name))
  for (const name of names) delete query[name]
  return names
}

/** The warning about ignored parameters. It goes into a header, so it has only a few, shortened names. */
export function unknownWarning(names: readonly string[]): string {
  const displayNames = names.slice(0, 5).map((name) => redactText(Array.from(name).slice(0, 40).join("")))
  const more = names.length > displayNames.length ? ` and ${names.length - displayNames.length} more` : ""
  return `Unknown query parameters are ignored: ${displayNames.join(", ")}${more}`
}

/** The 422 for names that an endpoint does not know. */
export const unknownParameters = (names: readonly string[]): ServiceError =>
  invalid("35.4", Object.fromEntries(names.map((name) => [name, ["is not a known parameter"]])))
