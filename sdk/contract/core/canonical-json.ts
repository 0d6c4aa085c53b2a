import { type Json, jsonValue, type Refuse } from "./json-value.ts"

const fail: Refuse = (at, problem) => {
  throw new TypeError(`${at} ${problem}`)
}

/** JSON with sorted fields, so that equal values have equal text. `at` names the value in the error for values that JSON cannot hold. */
export function canonicalJson(value: unknown, at = "value", refuse = fail): string {
  const json = jsonValue(value, at, refuse)
  return json === undefined ? refuse(at, "is undefined") : write(json)
}

function write(json: Json): string {
  if (typeof json !== "object" || json === null) return JSON.stringify(json)
  if (isList(json)) return `[${json.map(write).join()}]`
  const fields = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${write(item)}`).join()}}`
}

const isList = (json: Json): json is readonly Json[] => Array.isArray(json)
