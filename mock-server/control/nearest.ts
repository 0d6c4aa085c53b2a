import { globMatcher } from "../base/glob.ts"

/** What a field is to be: a value, text in which `*` stands for any, or an expression that fits. */
export type WantedValue = string | number | boolean | null | RegExp

/** What is looked for, field by field; what is undefined may be anything. */
export type Wanted = Readonly<Record<string, WantedValue | undefined>>

/** A field that is not as wanted. */
interface Miss {
  readonly field: string
  readonly wanted: WantedValue
  readonly found: unknown
}

/** Whether a record is as wanted, field by field: the fields that are not. */
export function missesOf(record: object, wanted: Wanted): Miss[] {
  const values = new Map<string, unknown>(Object.entries(record))
  return Object.entries(wanted).flatMap(([field, value]) => {
    const found = values.get(field)
    return value === undefined || fits(found, value) ? [] : [{ field, wanted: value, found }]
  })
}

/** One of a list has to fit; `true` and `false` ask whether the list has any. */
function fits(found: unknown, wanted: WantedValue): boolean {
  if (Array.isArray(found)) {
    return typeof wanted === "boolean" ? found.length > 0 === wanted : found.some((each) => fits(each, wanted))
  }
  if (wanted instanceof RegExp) return typeof found === "string" && found.search(wanted) >= 0
  if (typeof wanted !== "string" || typeof found !== "string") return found === wanted
  return globMatcher(wanted.toLowerCase())(found.toLowerCase())
}

/** What is nearest to what was wanted, in a sentence: of the records that miss the fewest fields, the last. */
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

/** What was wanted, as a person would write it. */
export const describeWanted = (wanted: Wanted): string => {
  const fields = Object.entries(wanted).flatMap(([field, value]) =>
    value === undefined ? [] : [`${field} ${show(value)}`],
  )
  return fields.length === 0 ? "" : ` with ${fields.join(", ")}`
}

const longestShown = 120

function show(value: unknown): string {
  const text = value instanceof RegExp || value === undefined ? String(value) : JSON.stringify(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}
