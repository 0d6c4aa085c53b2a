import fc from "fast-check"
import type { EndpointSpec } from "../../sdk/contract/core/endpoint.ts"
import { type JsonSchema, rootOf, toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"

/** Text that is valid in some field of the contract. */
const texts = [
  ...[
    "Hello",
    "Beta testers",
    "{{ contact.first_name }}",
    "a",
    "Ünï ☃",
    "order_placed",
    "placed",
    "usd",
    "signed-blob",
  ],
  ...["ada@example.test", "ADA@example.test", "hello@acme.test", "inbox@acme.test", "bounced@simulator.test"],
  ...["new@example.test", "owner@client.test", "member@acme.test", "+4915112345678", "Europe/Berlin", "mock-password"],
  ...["https://hooks.example.com/mas", "https://127.0.0.1/", "2026-03-02T12:00:00Z", "github", "key-1"],
]
const addresses = texts.filter((text) => text.includes("@"))
const formats: Readonly<Record<string, readonly string[]>> = {
  "idn-email": [...addresses, "ada@bücher.test"],
  uri: texts.filter((text) => text.startsWith("https:")),
  "date-time": ["2026-03-02T12:00:00Z", "2026-03-01T11:00:00.000Z", "2026-03-08T12:00:00+01:00"],
}
/** Ids of existing and of missing records. */
const numbers = [1, 1, 1, 2, 3, 4, 5, 99, 5000]

/** Values that match a JSON schema. Rules outside the schema are met only by chance. */
function madeFrom(schema: JsonSchema, root: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  const resolvedSchema = schema.$ref === undefined ? schema : rootOf({ ...schema, $defs: root.$defs ?? {} })
  const { type, enum: allowed, const: only, examples, anyOf, oneOf, items } = resolvedSchema
  const choices = [...(anyOf ?? []), ...(oneOf ?? [])].filter((one) => typeof one === "object")
  if (only !== undefined) return fc.constant(only)
  if (allowed !== undefined) return fc.constantFrom<unknown>(...allowed)
  if (choices.length > 0) return fc.oneof(...choices.map((one) => madeFrom(one, root, depth)))
  if (type === "object" || resolvedSchema.properties !== undefined) return madeObject(resolvedSchema, root, depth)
  if (type === "array") {
    const item = Array.isArray(items) ? items[0] : items
    const each = typeof item === "object" && depth < 4 ? madeFrom(item, root, depth + 1) : fc.constant("x")
    return fc.array(each, {
      minLength: resolvedSchema.minItems ?? 0,
      maxLength: Math.max(3, resolvedSchema.minItems ?? 0),
    })
  }
  if (type === "string") return madeText(resolvedSchema, Array.isArray(examples) ? examples : [])
  if (type === "boolean") return fc.boolean()
  if (type === "integer" || type === "number")
    return fc.constantFrom(...numbers.filter((one) => one >= (resolvedSchema.minimum ?? 0)))
  return type === "null" ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 })
}

function madeObject(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  root: JsonSchema,
  depth: number,
) {
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    typeof field === "object" && depth < 5 ? [[name, madeFrom(field, root, depth + 1)] as const] : [],
  )
  const declaredRecord = fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
    noNullPrototype: true,
  })
  if (typeof additionalProperties !== "object" || fields.length > 0) return declaredRecord
  return fc.dictionary(fc.constantFrom("source", "order", "X-Own"), madeFrom(additionalProperties, root, depth + 1), {
    noNullPrototype: true,
  })
}

function madeText({ format = "", pattern }: JsonSchema, examples: readonly unknown[]): fc.Arbitrary<unknown> {
  const fitting = pattern === undefined ? texts : texts.filter((text) => new RegExp(pattern, "u").test(text))
  const pool = examples.length > 0 ? examples : (formats[format] ?? (fitting.length > 0 ? fitting : texts))
  return fc.constantFrom<unknown>(...pool)
}

const bodiesBySpec = new Map<EndpointSpec, fc.Arbitrary<unknown>>()

/** Bodies that fit an endpoint's schema. */
export function madeBody(spec: EndpointSpec): fc.Arbitrary<unknown> {
  const cachedBody = bodiesBySpec.get(spec)
  if (cachedBody !== undefined) return cachedBody
  const schema = spec.body === undefined ? {} : toJsonSchema(spec.body, "input")
  const fresh = madeFrom(rootOf(schema), schema)
  bodiesBySpec.set(spec, fresh)
  return fresh
}
