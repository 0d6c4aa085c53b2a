import * as z from "zod"
import type { PageRequest } from "../../../sdk/contract/core/endpoint.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { redactText } from "../../../sdk/contract/core/redact.ts"
import { Id, PageQuery } from "../../../sdk/contract/core/shared.ts"
import { fromText } from "../../../sdk/contract/core/text.ts"
import { invalid, type ServiceError } from "../../base/service-error.ts"
import { validate } from "./validate.ts"

/** A query by name: a value, or values where the name is repeated. */
export type Query = Record<string, string | string[]>

/** Query text as name to value or values. Names repeated or ending in `[]` gather. */
export function readQuery(search: string): Query {
  const query: Query = Object.create(null)
  for (const [rawName, value] of new URLSearchParams(search)) {
    const name = rawName.endsWith("[]") ? rawName.slice(0, -2) : rawName
    const before = query[name]
    if (before === undefined) query[name] = value
    else if (Array.isArray(before)) before.push(value)
    else query[name] = [before, value]
  }
  return query
}

/** Takes the page out of a list's query: `limit`, `per`, `per_page` in that order, clamped to 100. Spec: Limits. */
export function takePage(query: Query, defaultSize: number): PageRequest {
  const asked: Query = {}
  for (const name of Object.keys(PageQuery.shape)) {
    const value = query[name]
    if (value !== undefined) asked[name] = clamped(value)
    delete query[name]
  }
  const { page = 1, limit, per, per_page } = validate(PageQuery, fromText(PageQuery, asked))
  return { number: page, size: Math.min(limit ?? per ?? per_page ?? defaultSize, limits.pageSizeMax) }
}

/** Digits that a number may not hold exactly. */
const isLong = /^[1-9]\d{15,}$/

/** A count may have any length: beyond the safe integers the largest is used. */
const clamped = (value: string | string[]): string | string[] =>
  typeof value === "string" && isLong.test(value) ? String(Math.min(Number(value), Number.MAX_SAFE_INTEGER)) : value

/** The counts of a query as `clamped` has them; ids stay. */
export function clampCounts(query: Query, schema: z.core.$ZodType): Query {
  const known = schema instanceof z.ZodObject ? schema.shape : {}
  for (const [name, value] of Object.entries(query)) {
    if (known[name] instanceof z.ZodNumber && known[name] !== Id) query[name] = clamped(value)
  }
  return query
}

export function takeUnknown(query: Query, schema: z.core.$ZodType | undefined): string[] {
  const known = schema !== undefined && schema instanceof z.ZodObject ? schema.shape : {}
  const names = Object.keys(query).filter((name) => !Object.hasOwn(known, name))
  for (const name of names) delete query[name]
  return names
}

/** The warning about ignored parameters: a few shortened names, since it goes into a header. */
export function unknownWarning(names: readonly string[]): string {
  const named = names.slice(0, 5).map((name) => redactText(Array.from(name).slice(0, 40).join("")))
  const more = names.length > named.length ? ` and ${names.length - named.length} more` : ""
  return `Unknown query parameters are ignored: ${named.join(", ")}${more}`
}

export const unknownParameters = (names: readonly string[]): ServiceError =>
  invalid("35.4", Object.fromEntries(names.map((name) => [name, ["is not a known parameter"]])))
