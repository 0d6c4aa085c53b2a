import type { Report } from "./part.ts"
import type { LintRule } from "./rules.ts"

/** Text that programs and templates leave in place of a value. */
const leftover =
  /\b(?:undefined|null)\b|(?<![A-Za-z])NaN(?![A-Za-z])|Invalid Date|\[object Object\]|\{\{[^{}]{0,200}\}?|\{%[^{}]{0,200}|%[A-Z][A-Z_]{1,40}[A-Z]%|\*\|[A-Z][\w:]{0,40}\|\*|\$\{[\w.]{1,60}\}/g

const rules: Readonly<Record<string, LintRule>> = {
  undefined: "undefined",
  null: "null",
  NaN: "nan",
  "Invalid Date": "invalid-date",
  "[object Object]": "object-object",
}

/** Text after the word in prose about programs or law. */
const inProse =
  /^(?:-|\s+(?:and void|hypothes[ie]s|pointers?|values?|terminat|references?|behaviou?r|variables?|functions?|propert|index|errors?|checks?)\b)/
const beforeProse = /(?:["'`“‘]|\b(?:an?|the)\s+|-)$/i

/** How the service fills in the merge tags of a message. */
export interface Filling {
  /** False if the service has already filled them in: any merge tag is then left over. */
  readonly isOpen: boolean
  readonly data: unknown
  /** True if a part has Liquid tags, which may define values of their own. */
  readonly hasLiquid: boolean
}

/** Whether a part may have leftovers. Most mails have none, so this saves the full search. */
export const mayHaveLeftovers = (text: string): boolean => text.search(leftover) >= 0

/** Reports leftovers in a text or an attribute value. */
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

/** Whether the service will fill in a tag: fields of `contact`, fields that `data` has, and Liquid's own values. */
function isFilled(tag: string, { isOpen, data, hasLiquid }: Filling): boolean {
  if (!isOpen || !/^\{[{%]/.test(tag)) return false
  const [root = "", ...path] = /[\w.]+/.exec(tag)?.[0]?.split(".") ?? []
  if (hasLiquid || tag.startsWith("{%")) return hasLiquid
  return root === "contact" || (root === "data" && path.reduce<unknown>(fieldOf, data) !== undefined)
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
