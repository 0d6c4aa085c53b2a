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
  readonly wanted: WantedValue
  readonly found: unknown
}

export function missesOf(record: object, wanted: Wanted): Miss[] {
  const values = new Map<string, unknown>(Object.entries(record))
  return Object.entries(wanted).flatMap(([field, value]) => {
    const found = values.get(field)
    return value === undefined || fitsOf(field, value)(found) ? [] : [{ field, wanted: value, found }]
  })
}

/** A predicate for many records: whether all wanted fields match. */
export function matcherOf(wanted: Wanted): (record: object) => boolean {
  const matchers = Object.entries(wanted).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, fits: fitsOf(field, value) }],
  )
  return (record) => matchers.every(({ field, fits }) => fits(Reflect.get(record, field)))
}

/** The text by which values of a field are compared. */
const keyOf = (field: string) => (/^to$|(?:^|_)email$/.test(field) ? mailboxKey : (text: string) => text.toLowerCase())

/** For a list, one item must match; `true` and `false` test whether it has any. */
function fitsOf(field: string, wanted: WantedValue): (found: unknown) => boolean {
  const isOne = matcherOfOne(wanted, keyOf(field))
  return (found) => {
    if (!Array.isArray(found)) return isOne(found)
    return typeof wanted === "boolean" ? found.length > 0 === wanted : found.some(isOne)
  }
}

function matcherOfOne(wanted: WantedValue, key: (text: string) => string): (found: unknown) => boolean {
  if (wanted instanceof RegExp) return (found) => typeof found === "string" && found.search(wanted) >= 0
  if (typeof wanted !== "string") return (found) => found === wanted
  const fits = globMatcher(key(wanted))
  return (found) => typeof found === "string" && fits(key(found))
}

/** Describes the nearest miss in a sentence: the last of the records with the fewest differences. */
export function nearestMiss(what: string, records: readonly { readonly id: number }[], wanted: Wanted): string {
  let nearest: { readonly id: number; readonly misses: readonly Miss[] } | undefined
  for (const record of records) {
    const misses = missesOf(record, wanted)
    if (misses.length > 0 && misses.length <= (nearest?.misses.length ?? Number.POSITIVE_INFINITY)) {
      nearest = { id: record.id, misses }
    }
  }
  if (nearest === undefined) return records.length === 0 ? `There is no ${what}.` : `There is no other ${what}.`
  const known = nearest.misses.filter(({ found }) => found !== undefined)
  const differences = (known.length > 0 ? known : nearest.misses).map(
    ({ field, wanted, found }) => `${field} is ${show(found)}, not ${show(wanted)}`,
  )
  return `The nearest is ${what} ${nearest.id}: ${differences.join("; ")}.`
}

export const describeWanted = (wanted: Wanted): string => {
  const fields = Object.entries(wanted).flatMap(([field, value]) =>
    value === undefined ? [] : [`${field} ${show(value)}`],
  )
  return fields.length === 0 ? "" : ` with ${fields.join(", ")}`
}

const maxShown = 120

function show(value: unknown): string {
  const text = value instanceof RegExp || value === undefined ? String(value) : JSON.stringify(value)
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}
