import type { ValueRules } from "../command.ts"

const email = /^[^\s@<>()[\],;:\\"\p{Cc}]+@[^\s@<>()[\],;:\\"\p{Cc}]+\.[^\s@.<>()[\],;:\\"\p{Cc}]{2,}$/u
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** Text without a word of explanation that it is not: whether it can be an e-mail address. */
export const isEmail = (text: string): boolean => email.test(text)

/** What is wrong with a value, by the rules of one that is alone; undefined when nothing is. Rules across fields are the service's. */
export function problemOf(rules: ValueRules, value: unknown): string | undefined {
  if (value === null) return rules.nullable ? undefined : "cannot be null"
  if (rules.format === "duration") {
    return typeof value === "number" ? undefined : "must be a duration such as 30s, 5m or 2h, or milliseconds"
  }
  switch (rules.type) {
    case "string":
      return typeof value === "string" ? textProblem(rules, value) : "must be text"
    case "integer":
      return Number.isSafeInteger(value) ? rangeProblem(rules, Number(value)) : "must be a whole number"
    case "number":
      return Number.isFinite(value) ? rangeProblem(rules, Number(value)) : "must be a number"
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false"
    case "json":
      return isObject(value) ? undefined : "must be a JSON object"
    case "map":
      return isObject(value) && Object.values(value).every((one) => typeof one === "string")
        ? undefined
        : "must be texts by name"
  }
}

/** The same for a value that may be a list. */
export function listProblem(
  rules: ValueRules & { readonly array?: true | "one-or-many" | "uncut" },
  value: unknown,
): string | undefined {
  if (!rules.array || (rules.array === "one-or-many" && !Array.isArray(value)) || value === null)
    return problemOf(rules, value)
  if (!Array.isArray(value)) return "must be a list"
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = rules
  if (value.length < minItems) return minItems === 1 ? "cannot be empty" : `must have at least ${minItems} entries`
  if (value.length > maxItems) return `can have at most ${maxItems} entries`
  for (const item of value) {
    const problem = problemOf(rules, item)
    if (problem !== undefined) return value.length === 1 ? problem : `${shown(item)} ${problem}`
  }
  return undefined
}

function textProblem(rules: ValueRules, text: string): string | undefined {
  const { choices, format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rules
  if (choices && !choices.includes(text)) return `must be one of ${choices.join(", ")}`
  if (text.length < minLength) return minLength === 1 ? "cannot be empty" : `must have at least ${minLength} characters`
  if (text.length > maxLength) return `can have at most ${maxLength} characters`
  if (format === "email" && !isEmail(text)) return "must be an e-mail address"
  if (format === "uri" && !URL.canParse(text)) return "must be an address such as https://example.com/path"
  if (format === "date-time" && !(moment.test(text) && !Number.isNaN(Date.parse(text)))) {
    return "must be a moment such as 2026-03-01T09:00:00Z"
  }
  if (pattern && !new RegExp(pattern, "u").test(text)) return patternProblem(pattern)
  return undefined
}

/** The contract's patterns for one line of text all begin with `[^`. */
function patternProblem(pattern: string): string {
  return pattern.startsWith("^[^\\u0000")
    ? "cannot hold line breaks or other control characters"
    : `must match ${pattern}`
}

function rangeProblem({ minimum = -Infinity, maximum = Infinity }: ValueRules, value: number): string | undefined {
  if (value < minimum) return `must be at least ${minimum}`
  return value > maximum ? `must be at most ${maximum}` : undefined
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))
