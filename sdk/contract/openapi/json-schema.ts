import * as z from "zod"
import { docs } from "./docs.gen.ts"
import { modelName } from "./models.ts"

/** A JSON Schema document or a part of one (draft 2020-12). */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** `input`: what a caller may send, where fields with defaults are optional. `output`: the parsed value, or a response. */
export type Io = "input" | "output"

/** zod's own notes about schemas (known values, binary parts), with the export name as the id that references use. */
class NamedModels extends z.core.$ZodRegistry<z.core.JSONSchemaMeta> {
  override get<S extends z.core.$ZodType>(schema: S) {
    const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {}
    const id = modelName(schema)
    return id ? { ...meta, id } : meta
  }
}

const registry = new NamedModels()

/**
 * A schema as JSON Schema: complete in itself, every named model that it reaches under `$defs` by its export name
 * (a named schema is itself a reference there), every field with the comment that the source has on it.
 */
export function toJsonSchema(schema: z.core.$ZodType, io: Io): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    metadata: registry,
    unrepresentable: "any",
    override: ({ jsonSchema }) => simplify(jsonSchema, io),
  })
  if (!json.$defs) return json
  const definitions = Object.entries(json.$defs).map(
    ([name, definition]) => [name, describe(definition, name)] as const,
  )
  return { ...json, $defs: Object.fromEntries(definitions) }
}

/** A schema from `toJsonSchema`, with a reference at its root resolved. */
export function rootOf(json: JsonSchema): JsonSchema {
  const name = json.$ref?.replace("#/$defs/", "")
  return (name !== undefined && json.$defs?.[name]) || json
}

/** Whether a field's schema, or that of its items, carries the contract's mark for secrets. */
export function isSecret({ format, items, anyOf = [], oneOf = [] }: JsonSchema): boolean {
  const parts = [...anyOf, ...oneOf, ...[items ?? []].flat()]
  return format === "password" || parts.some((part) => typeof part === "object" && isSecret(part))
}

/** Formats that are more precise than their pattern. */
const speakingFormats: ReadonlySet<string> = new Set(["date-time", "idn-email", "uri", "uuid"])

/** Removes what no reader needs, and rewrites the rest for older validators. */
function simplify(json: JsonSchema, io: Io): void {
  if (json.secret) {
    delete json.secret
    json.format = "password"
    if (io === "input") json.writeOnly = true
  }
  // Domains in any script are accepted, which `email` would refuse.
  if (json.format === "email") json.format = "idn-email"
  if (json.format && speakingFormats.has(json.format)) delete json.pattern
  // Not every validator reads patterns in Unicode mode.
  if (json.pattern) json.pattern = json.pattern.replaceAll("\\P{Cc}", "[^\\u0000-\\u001F\\u007F-\\u009F]")
  // `maxItems` already excludes further items; older validators require a schema here.
  if (json.prefixItems && json.maxItems === json.prefixItems.length) json.items = {}
  if (json.type === "boolean" && json.const !== undefined) {
    // A generator turns objects with only constant fields into constants, and then emits code that does not compile.
    json.enum = [json.const]
    delete json.const
  }
  if (json.type !== "integer") return
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.exclusiveMinimum !== 0) return
  delete json.exclusiveMinimum
  json.minimum = 1
}

function describe(definition: JsonSchema, name: string): JsonSchema {
  const { about, fields = {} } = docs[name] ?? {}
  return { ...(about && { description: about }), ...describeFields(definition, fields) }
}

/** The comments go to the fields of every object that is not a model of its own. */
export function describeFields(json: JsonSchema, fields: Readonly<Record<string, string>>, prefix = ""): JsonSchema {
  const inside = (schema: JsonSchema | boolean, at = prefix) =>
    typeof schema === "boolean" ? schema : describeFields(schema, fields, at)
  const properties = Object.entries(json.properties ?? {}).map(([key, property]) => {
    const description = fields[prefix + key]
    const described = inside(property, `${prefix}${key}.`)
    return [key, description && typeof described === "object" ? { description, ...described } : described] as const
  })
  const copy: JsonSchema = { ...json }
  if (json.properties) copy.properties = Object.fromEntries(properties)
  if (json.items) copy.items = Array.isArray(json.items) ? json.items.map((item) => inside(item)) : inside(json.items)
  if (json.additionalProperties) copy.additionalProperties = inside(json.additionalProperties)
  if (json.anyOf) copy.anyOf = json.anyOf.map((branch) => describeFields(branch, fields, prefix))
  if (json.oneOf) copy.oneOf = json.oneOf.map((branch) => describeFields(branch, fields, prefix))
  return copy
}
