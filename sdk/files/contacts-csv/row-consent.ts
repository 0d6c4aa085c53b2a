import { type ContactsColumn, isConsent } from "./columns.ts"
import { type ConsentQuestion, type ConsentVerdict, consentOf, fold, isLeaving, leavingCause } from "./consent.ts"
import { placeColumn } from "./consent-columns.ts"
import { fieldsOfJson, isJson } from "./json-fields.ts"

/** What a row says about consent, and why. */
export interface RowConsentResult {
  /**
   * `agreed`: opted in. `left`: they unsubscribed, bounced, complained or refused. `unknown`: a value that is not understood.
   * `unstated`: the row says nothing, or neither, such as "pending". Only `agreed` is opted in.
   */
  readonly verdict: "agreed" | "left" | "unknown" | "unstated"
  /** For `left`: Unsubscribed, Bounced, Complained or a column. For `agreed`: a column, or `optIn`. For `unknown`, and for `unstated` if it says neither: the value. */
  readonly cause?: string
}

/** Collects what the cells of a row say: one "no" outweighs everything, then unknown values, then "neither", then "yes". */
export class RowConsent {
  #left: string | undefined
  #agreed: string | undefined
  #unknown: string | undefined
  #undecided: string | undefined

  constructor(private readonly rules: { readonly allLeft: boolean; readonly optIn: unknown }) {}

  /** A cell of a column that asks a question. */
  addVerdict(text: string, question: ConsentQuestion, { header, agreeingValues }: ContactsColumn): void {
    const verdict = agreeingValues === undefined ? consentOf(text, question) : chosenVerdict(text, agreeingValues)
    if (verdict === "no") this.#left ??= leavingCause(text, header)
    else if (verdict === "yes") this.#agreed ??= header
    else if (verdict === "unknown") this.#unknown ??= text
    else if (verdict === "neither") this.#undecided ??= text
  }

  /** A cell of a column that is not about consent: only plain words of leaving count, and the fields of JSON. */
  addOtherCell(text: string, header: string): void {
    if (isLeaving(text)) this.#left ??= leavingCause(text, header)
    else if (isJson(text)) this.#addFields(text, header)
  }

  #addFields(text: string, header: string): void {
    for (const [name, value] of fieldsOfJson(text, header)) {
      const field = fieldOf(name)
      const column = asksNothing(name) ? field : placeColumn(field, [value], this.rules.optIn !== false)
      if (column.isUnclearConsent) this.#unknown ??= `${name}: ${value}`
      else if (isConsent(column.target)) this.addVerdict(value, column.target, column)
      else if (column.isUnknown && isLeaving(value)) this.#left ??= leavingCause(value, name)
    }
  }

  /** `optIn` decides if the row says nothing. */
  result(optIn: () => boolean): RowConsentResult {
    if (this.#left !== undefined) return { verdict: "left", cause: this.#left }
    if (this.rules.allLeft) return { verdict: "left", cause: "the whole file" }
    if (this.#unknown !== undefined) return { verdict: "unknown", cause: this.#unknown }
    if (this.#undecided !== undefined) return { verdict: "unstated", cause: this.#undecided }
    if (this.#agreed !== undefined) return { verdict: "agreed", cause: this.#agreed }
    return optIn() ? { verdict: "agreed", cause: "optIn" } : { verdict: "unstated" }
  }
}

const fieldOf = (name: string): ContactsColumn => ({ header: name, target: "data", isUnknown: true })

const silentNames = new Map<string, boolean>()

/** True if no value of a field is read as consent, because of its name. Remembered: the fields are many, and their names few. */
function asksNothing(name: string): boolean {
  let isSilent = silentNames.get(name)
  if (isSilent === undefined) {
    isSilent = ["no", "inactive"].every((word) => {
      const { isUnknown, isUnclearConsent } = placeColumn(fieldOf(name), [word], true)
      return isUnknown && !isUnclearConsent
    })
    if (silentNames.size >= 2_000) silentNames.clear()
    silentNames.set(name, isSilent)
  }
  return isSilent
}

/** Where `map` names the values that agree, no other value does. */
function chosenVerdict(text: string, agreeingValues: readonly string[]): ConsentVerdict {
  const value = fold(text.trim())
  if (value === "") return "silent"
  return agreeingValues.includes(value) ? "yes" : "no"
}

/** The number of contacts by what their rows say about consent. */
export interface ConsentCounts {
  /** Contacts who agreed, by column, or `optIn` for those that the option opts in. */
  readonly agreed: Map<string, number>
  /** Contacts who left, by cause: Unsubscribed, Bounced, Complained, or a column. */
  readonly left: Map<string, number>
  /** Contacts with a value that is not understood, by value; at most 50 values, then `others`. They are not opted in. */
  readonly unknown: Map<string, number>
  /** Contacts whose row says nothing, or neither, such as "pending". They are not opted in. */
  unstated: number
}

export const newConsentCounts = (): ConsentCounts => ({
  agreed: new Map(),
  left: new Map(),
  unknown: new Map(),
  unstated: 0,
})

export function countConsent(counts: ConsentCounts, { verdict, cause = "" }: RowConsentResult): void {
  if (verdict === "unstated") {
    counts.unstated++
    return
  }
  const byCause = counts[verdict]
  // Bounded: a file whose status is free text must not fill the memory.
  const key = byCause.size < 50 || byCause.has(cause) ? cause : "others"
  byCause.set(key, (byCause.get(key) ?? 0) + 1)
}
