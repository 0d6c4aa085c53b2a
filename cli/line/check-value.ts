import { isObject } from "../../sdk/client/transport/fields.ts"
import { parseUrl } from "../../sdk/contract/core/parse-url.ts"
import { isEmail } from "../../sdk/contract/core/text-patterns.ts"
import { readMoment, utcOf } from "../../sdk/contract/core/timestamp.ts"
import { countText } from "../terminal/output/numbers.ts"
import type { FieldRules, Flag, ValueRules } from "./command/spec.ts"
import { changedNumber } from "./input/exact-numbers.ts"
import { changedPath, isFilePath } from "./service-path.ts"

type Rules = ValueRules & Pick<Flag, "array">

/** The problem of a flag's value, checked on its own; undefined when valid. The service checks rules across fields. */
export function listProblem(rules: Rules, value: unknown): string | undefined {
  if (!rules.array || (rules.array === "one-or-many" && !Array.isArray(value)) || value === null)
    return problemOf(rules, value)
  if (!Array.isArray(value)) return "must be a list"
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = rules
  if (value.length < minItems)
    return minItems === 1 ? "cannot be empty" : `must have at least ${countText(minItems)} entries`
  if (value.length > maxItems) return `can have at most ${countText(maxItems)} entries`
  for (const item of value) {
    const problem = problemOf(rules, item)
    if (problem !== undefined) return value.length === 1 || rules.secret ? problem : `${display(item)} ${problem}`
  }
  return undefined
}

function problemOf(rules: ValueRules, value: unknown): string | undefined {
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
      return isObject(value) ? fieldProblem(rules, value) : noObject(value)
    case "map":
      return isObject(value) ? mapProblem(rules, value) : "must be texts by name"
  }
}

const noObject = (value: unknown) =>
  (typeof value === "string" ? changedNumber(value) : undefined) ?? "must be a JSON object"

function fieldProblem({ fields }: ValueRules, value: object): string | undefined {
  if (!fields) return undefined
  for (const [name, rules] of Object.entries(fields)) {
    const problem = Object.hasOwn(value, name) ? listProblem(rules, Reflect.get(value, name)) : absence(rules)
    if (problem !== undefined) return `${name} ${problem}`
  }
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name))
  return unknown === undefined ? undefined : `${unknown} is not a known field`
}

const absence = ({ required }: FieldRules) => (required ? "is required" : undefined)

function mapProblem(rules: ValueRules, value: object): string | undefined {
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== "string") return "must be texts by name"
    const problem = textProblem(rules, text)
    if (problem !== undefined) return `${name} ${problem}`
  }
  return undefined
}

function textProblem(rules: ValueRules, text: string): string | undefined {
  const { choices, format, pattern, patternText, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rules
  if (choices && !choices.includes(text)) return `must be one of ${choices.join(", ")}`
  if (format === "file" && text === "") return "cannot be empty"
  if (text.length < minLength)
    return minLength === 1 ? "cannot be empty" : `must have at least ${countText(minLength)} characters`
  if (text.length > maxLength) return `can have at most ${countText(maxLength)} characters`
  if (format === "service-path" && isFilePath(text)) return changedPath
  if (format === "email" && !isEmail(text)) return "must be an e-mail address"
  if (format === "uri" && !isWebAddress(text)) return "must be an address such as https://example.com/path"
  if (format === "moment" || format === "date-time") return momentProblem(text, format === "date-time")
  if (pattern && !new RegExp(pattern, "u").test(text)) return patternText ?? patternProblem(pattern)
  return undefined
}

function momentProblem(text: string, needsTime: boolean): string | undefined {
  const time = readMoment(text)
  if (typeof time === "string") return time
  return needsTime && utcOf(text) === undefined ? "must be a date with a time, such as 2026-03-01T09:00:00Z" : undefined
}

const isWebAddress = (text: string) => /^https?:\/\//i.test(text.trim()) && parseUrl(text) !== undefined

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
const display = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))
