import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import { globMatcher } from "../base/glob.ts"

/** The wanted value of a field: a value, text in which `*` is any text, or a regular expression. */
type WantedValue = string | number | boolean | null | RegExp

/** The wanted fields; undefined matches anything. */
export type Wanted = Readonly<Record<string, WantedValue | undefined>>

interface Miss {
  readonly field: string
  readonly wanted: WantedValue
  readonly found: unknown
}

export function missesOf(record: object, wanted: Wanted): Miss[] {
  const values = new Map<string, unknown>(Object.entries(record))
  return Object.entries(wanted).flatMap(([field, value]) => {
    const found = values.get(field)
    return value === undefined || fits(found, value, keyOf(field)) ? [] : [{ field, wanted: value, found }]
  })
}

/** The text by which values of a field are compared. */
const keyOf = (field: string) => (/^to$|(?:^|_)email$/.test(field) ? mailboxKey : (text: string) => text.toLowerCase())

/** For a list, one item must match; `true` and `false` test whether it has any. */
function fits(found: unknown, wanted: WantedValue, key: (text: string) => string): boolean {
  if (Array.isArray(found)) {
    return typeof wanted === "boolean" ? found.length > 0 === wanted : found.some((each) => fits(each, wanted, key))
  }
  if (wanted instanceof RegExp) return typeof found === "string" && found.search(wanted) >= 0
  if (typeof wanted !== "string" || typeof found !== "string") return found === wanted
  return globMatcher(key(wanted))(key(found))
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
