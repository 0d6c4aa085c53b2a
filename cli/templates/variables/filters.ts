import type { Use } from "./variable.ts"

/**
 * A filter's input type and its result: a new text or number, the same list, an element of it, or a list of one field
 * of its elements. A filter not listed here takes and returns a text.
 */
export interface FilterRule {
  readonly takes: Use | "nothing"
  readonly gives: "text" | "number" | "same" | "element" | "field"
}

const number: FilterRule = { takes: "text", gives: "number" }
const cased: FilterRule = { takes: "string", gives: "text" }
const date: FilterRule = { takes: "date", gives: "text" }
const same: FilterRule = { takes: "nothing", gives: "same" }
const element: FilterRule = { takes: "nothing", gives: "element" }
const printed: FilterRule = { takes: "anything", gives: "text" }

const ruleForNames = (rule: FilterRule, names: string) => names.split(" ").map((name) => [name, rule] as const)

export const filterRules: ReadonlyMap<string, FilterRule> = new Map([
  ...ruleForNames(number, "abs at_least at_most ceil divided_by floor minus modulo plus round times to_integer"),
  ...ruleForNames(cased, "capitalize downcase split upcase"),
  ...ruleForNames(date, "date date_to_long_string date_to_rfc822 date_to_string date_to_xmlschema"),
  ...ruleForNames(
    same,
    "compact concat pop push reject reject_exp reverse shift sort sort_natural uniq unshift where where_exp",
  ),
  ...ruleForNames(element, "find find_exp first last"),
  ...ruleForNames(printed, "inspect json jsonify"),
  ["map", { takes: "nothing", gives: "field" }],
  ["raw", same],
  ["size", { takes: "sized", gives: "number" }],
  ["slice", { takes: "sized", gives: "same" }],
  ...ruleForNames({ takes: "list", gives: "number" }, "find_index find_index_exp has has_exp sum"),
  ...ruleForNames({ takes: "list", gives: "text" }, "array_to_sentence_string group_by group_by_exp join"),
])

/** Filters whose first argument names a field of the elements. */
export const fieldFilters: ReadonlySet<string> = new Set(
  "compact find find_index group_by has map reject sort sort_natural sum uniq where".split(" "),
)

export const printsElements: ReadonlySet<string> = new Set(["array_to_sentence_string", "join"])
