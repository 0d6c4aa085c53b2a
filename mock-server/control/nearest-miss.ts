import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import { globMatcher } from "../base/glob.ts"

/** The wanted value of a field: a value, text in which `*` is any text, or a regular expression. */
type WantedValue = string | number | boolean | null | RegExp

/** The wanted fields; undefined matches anything. */
export type Wanted = Readonly<Record<string, WantedValue | undefined>>

/** The number of the newest records among which the nearest miss is searched. */
export const nearestOf = 1_000

interface Miss {
  readonly field: string
  readonly expected: WantedValue
  readonly actual: unknown
}

export function missesOf(record: object, expected: Wanted): Miss[] {
  const values = new Map<string, unknown>(Object.entries(record))
  return Object.entries(expected).flatMap(([field, value]) => {
    const actual = values.get(field)
    return value === undefined || fitsOf(field, value)(actual) ? [] : [{ field, expected: value, actual }]
  })
}

/** A predicate for many records: whether all wanted fields match. */
export function matcherOf(expected: Wanted): (record: object) => boolean {
  const matchers = Object.entries(expected).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, fits: fitsOf(field, value) }],
  )
  return (record) => matchers.every(({ field, fits }) => fits(Reflect.get(record, field)))
}

/** The text by which values of a field are compared. */
const keyOf = (field: string) => (/^to$|(?:^|_)email$/.test(field) ? mailboxKey : (text: string) => text.toLowerCase())

/** For a list, one item must match; `true` and `false` test whether it has any. */
function fitsOf(field: string, expected: WantedValue): (value: unknown) => boolean {
  const isOne = matcherOfOne(expected, keyOf(field))
  return (value) => {
    if (!Array.isArray(value)) return isOne(value)
    return typeof expected === "boolean" ? value.length > 0 === expected : value.some(isOne)
  }
}

function matcherOfOne(expected: WantedValue, key: (text: string) => string): (value: unknown) => boolean {
  if (expected instanceof RegExp) return (value) => typeof value === "string" && value.search(expected) >= 0
  if (typeof expected !== "string") return (value) => value === expected
  const fits = globMatcher(key(expected))
  return (value) => typeof value === "string" && fits(key(value))
}

/** Describes the nearest miss in a sentence: the last of the records with the fewest differences. */
export function nearestMiss(what: string, records: readonly { readonly id: number }[], expected: Wanted): string {
  let nearest: { readonly id: number; readonly misses: readonly Miss[] } | undefined
  for (const record of records) {
    const misses = missesOf(record, expected)
    if (misses.length > 0 && misses.length <= (nearest?.misses.length ?? Number.POSITIVE_INFINITY)) {
      nearest = { id: record.id, misses }
    }
  }
  if (nearest === undefined) return records.length === 0 ? `There is no ${what}.` : `There is no other ${what}.`
  const comparable = nearest.misses.filter(({ actual }) => actual !== undefined)
  const differences = (comparable.length > 0 ? comparable : nearest.misses).map(
    ({ field, expected: value, actual }) => `${field} is ${show(actual)}, not ${show(value)}`,
  )
  return `The nearest is ${what} ${nearest.id}: ${differences.join("; ")}.`
}

export const describeWanted = (expected: Wanted): string => {
  const fields = Object.entries(expected).flatMap(([field, value]) =>
    value === undefined ? [] : [`${field} ${show(value)}`],
  )
  return fields.length === 0 ? "" : ` with ${fields.join(", ")}`
}

const maxShown = 120

function show(value: unknown): string {
  const text = value instanceof RegExp || value === undefined ? String(value) : JSON.stringify(value)
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}
