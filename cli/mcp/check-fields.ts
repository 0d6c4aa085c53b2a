import type { JsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import type { CommandSchemas } from "../line/command/tables.ts"
import { nearest } from "../line/suggest.ts"
import { nameIn } from "../terminal/output/fields.ts"
import { refusedFields } from "./call-input.ts"

type Models = CommandSchemas["$defs"]

/** Rejects fields that the response does not have, with a suggestion: they would be null in every row. */
export function checkFields(fields: readonly string[], response: JsonSchema, models: Models): void {
  for (const field of fields) {
    const problem = problemOf(field.split("."), response, models)
    if (problem !== undefined) throw refusedFields({ fields: [problem] })
  }
}

/** The problem of a dotted name; a number selects an item of a list. */
function problemOf(path: readonly string[], schema: JsonSchema, models: Models, before = ""): string | undefined {
  const [name = "", ...rest] = path
  const fields = partsOf(schema, models)
  // A value without schema may have any fields.
  if (fields.size === 0 || name === "") return undefined
  if (before !== "" && /^\d+$/.test(name)) return problemOf(rest, schema, models, `${before}${name}.`)
  const part = fields.get(nameIn(name, (one) => fields.has(one)) ?? "")
  if (part) return problemOf(rest, part, models, `${before}${name}.`)
  const near = nearest(name, fields.keys())
  const instead = near ? `did you mean ${before}${near}?` : `there are ${[...fields.keys()].join(", ")}`
  return `names ${before}${name}, which the response does not have; ${instead}`
}

/** The fields of an object, of the objects in a list, or of every variant. */
function partsOf(
  { $ref, properties, items, anyOf = [], oneOf = [] }: JsonSchema,
  models: Models,
): Map<string, JsonSchema> {
  const model = models[$ref?.replace("#/$defs/", "") ?? ""]
  const others = [model, items, ...anyOf, ...oneOf].filter((one) => isSchema(one))
  return new Map(
    [...Object.entries(properties ?? {}), ...others.flatMap((one) => [...partsOf(one, models)])].flatMap(
      ([name, part]) => (isSchema(part) ? [[name, part] as const] : []),
    ),
  )
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null
