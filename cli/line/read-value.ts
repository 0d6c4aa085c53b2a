import { parseDuration } from "../../sdk/contract/core/duration.ts"
import { booleanFromText, integerFromText, jsonFromText, numberFromText } from "../../sdk/contract/core/parse-text.ts"
import type { Flag, Value, ValueRules } from "./command/spec.ts"
import { changedNumber } from "./input/exact-numbers.ts"
import { servicePath } from "./service-path.ts"

/**
 * Reads a flag's texts as its declared type, never by their looks: `0123` stays text if the type is text. An unreadable
 * text is passed on, so that the check reports it. Mirrors the contract's reader, for tables instead of schemas.
 */
export function readValue(flag: ValueRules & Pick<Flag, "array">, texts: readonly string[]): Value {
  if (flag.type === "map") return readMap(texts)
  if (!flag.array) return readOne(flag, texts[0] ?? "")
  const only = texts.length === 1 ? texts[0] : undefined
  if (flag.nullable && only === "null") return null
  if (only === "" && flag.array !== "uncut") return []
  const values = texts
    .flatMap((text) => (flag.array === "uncut" ? [text] : split(flag, text)))
    .map((text) => (typeof text === "string" ? readOne(flag, text) : text))
  const [value] = values
  return flag.array === "one-or-many" && values.length === 1 && value !== undefined ? value : values
}

/** Splits a text at commas, or into the entries of a JSON array of objects. */
function split({ type }: ValueRules, text: string): readonly Value[] {
  if (type !== "json") return text.split(",").map((part) => part.trim())
  if (text === "") return []
  const value = exactJson(text)
  return Array.isArray(value) ? value : [value]
}

/** Parses JSON if no number would lose precision; otherwise returns the text, which the check reports. */
const exactJson = (text: string): Value => (changedNumber(text) === undefined ? jsonFromText(text) : text)

function readOne(rules: ValueRules, text: string): Value {
  if (rules.nullable && text === "null") return null
  switch (rules.type) {
    case "integer":
      return integerFromText(text)
    case "number":
      return numberFromText(text)
    case "boolean":
      return booleanFromText(text)
    case "json":
      return exactJson(text)
    default:
      if (rules.ignoresCase) return rules.choices?.find((one) => one.toLowerCase() === text.toLowerCase()) ?? text
      if (rules.format === "service-path") return servicePath(text)
      return rules.format === "duration" ? (parseDuration(text) ?? text) : text
  }
}

/** `key=value` pairs, or one JSON object. */
function readMap(texts: readonly string[]): Value {
  const entries: [string, unknown][] = []
  for (const text of texts) {
    const value = text.trimStart().startsWith("{") ? jsonFromText(text) : undefined
    if (typeof value === "object" && value !== null) entries.push(...Object.entries(value))
    else if (text.includes("=")) entries.push([text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)])
    else return text
  }
  return Object.fromEntries(entries)
}
