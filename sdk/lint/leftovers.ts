import type { Report } from "./part.ts"
import type { LintRule } from "./rules.ts"

/** What programs and templates leave where a value was meant. */
const leftover =
  /\b(?:undefined|null)\b|(?<![A-Za-z])NaN(?![A-Za-z])|Invalid Date|\[object Object\]|\{\{[^{}]{0,200}\}?|\{%[^{}]{0,200}|%[A-Z][A-Z_]{1,40}[A-Z]%|\*\|[A-Z][\w:]{0,40}\|\*|\$\{[\w.]{1,60}\}/g

const rules: Readonly<Record<string, LintRule>> = {
  undefined: "undefined",
  null: "null",
  NaN: "nan",
  "Invalid Date": "invalid-date",
  "[object Object]": "object-object",
}

/** What comes after the word where somebody writes of programs, or of law. */
const inProse =
  /^(?:-|\s+(?:and void|hypothes[ie]s|pointers?|values?|terminat|references?|behaviou?r|variables?|functions?|propert|index|errors?|checks?)\b)/
const beforeProse = /(?:["'`“‘]|\b(?:an?|the)\s+|-)$/i

/** The data of a message that is still to be filled in. */
export interface Filling {
  /** False where the service has filled in what it knows, so that any merge tag is left over. */
  readonly isOpen: boolean
  readonly data: unknown
  /** True where a part has tags of Liquid, which may name values of their own. */
  readonly hasLiquid: boolean
}

/** Whether there is anything to look for, in all of a part: most mails have nothing. */
export const mayHaveLeftovers = (text: string): boolean => text.search(leftover) >= 0

/** Reports what is left over in a text, or in an attribute where words are parts of an address. */
export function findLeftovers(text: string, offset: number, report: Report, filling: Filling): void {
  for (const match of text.matchAll(leftover)) {
    const [found] = match
    const rule = rules[found] ?? "merge-tag"
    const isFine = rule === "merge-tag" ? isFilled(found, filling) : isWord(found) && isProse(text, match.index)
    if (!isFine) report(rule, offset + match.index, around(text, match.index, found.length))
  }
}

const isWord = (found: string) => found === "undefined" || found === "null"

function isProse(text: string, at: number): boolean {
  const word = text.startsWith("null", at) ? "null" : "undefined"
  return inProse.test(text.slice(at + word.length, at + 40)) || beforeProse.test(text.slice(Math.max(0, at - 8), at))
}

const around = (text: string, at: number, length: number) => text.slice(Math.max(0, at - 20), at + length + 20)

/** Whether the service will fill a tag in: names of `contact`, names that `data` has, and what Liquid itself makes. */
function isFilled(tag: string, { isOpen, data, hasLiquid }: Filling): boolean {
  if (!isOpen || !/^\{[{%]/.test(tag)) return false
  const [root = "", ...path] = /[\w.]+/.exec(tag)?.[0]?.split(".") ?? []
  if (hasLiquid || tag.startsWith("{%")) return hasLiquid
  return root === "contact" || (root === "data" && path.reduce<unknown>(fieldOf, data) !== undefined)
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
