import { defined } from "../../../sdk/client/transport/fields.ts"
import type { JsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import type { FieldRules, Flag, Positional, ValueRules } from "../command/spec.ts"

export function rulesSchema(rules: ValueRules & { readonly array?: Flag["array"]; readonly rest?: true }): JsonSchema {
  const { array, rest, minItems, maxItems } = rules
  const item = scalarSchema(rules)
  if (!array && !rest) return item
  const list: JsonSchema = { type: "array", items: item, ...defined({ minItems, maxItems }) }
  return array === "one-or-many" ? { anyOf: [item, list] } : list
}

/** Flags and arguments as one object, by name with dashes. */
export function argumentsSchema(positionals: readonly Positional[], flags: readonly Flag[]): JsonSchema {
  const all = [...positionals, ...flags]
  const required = all.filter((one) => one.required && !("within" in one && one.within)).map(({ name }) => name)
  const properties = Object.fromEntries(all.map((one) => [one.name, described(rulesSchema(one), one.description)]))
  return { type: "object", ...closed(properties, required) }
}

const closed = (properties: Record<string, JsonSchema>, required: string[]): JsonSchema => ({
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
})

const described = (schema: JsonSchema, description: string | undefined): JsonSchema =>
  description === undefined ? schema : { description, ...schema }

function scalarSchema(rules: ValueRules): JsonSchema {
  const { type, nullable, choices, format, fields, secret } = rules
  const { minimum, maximum, minLength, maxLength, pattern } = rules
  const names = { string: "string", integer: "integer", number: "number", boolean: "boolean", json: "object" } as const
  const base = type === "map" ? "object" : names[type]
  return {
    type: nullable ? [base, "null"] : base,
    ...(choices ? { enum: [...choices, ...(nullable ? [null] : [])] } : {}),
    ...(secret ? { format: "password" } : formatOf(format)),
    ...defined({ minimum, maximum, minLength, maxLength, pattern }),
    ...(type === "map" ? { additionalProperties: { type: "string" } } : {}),
    ...(fields ? fieldsSchema(fields) : {}),
  } as JsonSchema
}

function fieldsSchema(fields: Readonly<Record<string, FieldRules>>): JsonSchema {
  const required = Object.keys(fields).filter((name) => fields[name]?.required)
  return closed(Object.fromEntries(Object.entries(fields).map(([name, rules]) => [name, rulesSchema(rules)])), required)
}

/** The command line's own formats: JSON Schema has a different `duration`. */
const ownFormats: ReadonlySet<ValueRules["format"]> = new Set(["file", "duration", "moment", "service-path"])

/** An address may contain any script, which JSON Schema's `email` does not allow. */
const formatOf = (format: ValueRules["format"]): JsonSchema =>
  format === undefined || ownFormats.has(format) ? {} : { format: format === "email" ? "idn-email" : format }
