import * as z from "zod"
import { docs } from "./docs.gen.ts"
import { modelName } from "./models.ts"

/** A JSON Schema document or a part of one (draft 2020-12). */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** `input`: what a caller may send, defaults left out; `output`: what is there once it is parsed, or answered. */
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
    override: ({ jsonSchema }) => {
      // A format says it better than the pattern behind it.
      if (jsonSchema.format) delete jsonSchema.pattern
    },
  })
  for (const [name, definition] of Object.entries(json.$defs ?? {})) describe(definition, name)
  return json
}

/** A schema as `toJsonSchema` gives it, with a reference at its root already followed. */
export function rootOf(json: JsonSchema): JsonSchema {
  const name = json.$ref?.replace("#/$defs/", "")
  return (name !== undefined && json.$defs?.[name]) || json
}

function describe(definition: JsonSchema, name: string): void {
  const said = docs[name]
  if (said?.about) definition.description ??= said.about
  if (said?.fields) describeFields(definition, said.fields, "")
}

function describeFields(json: JsonSchema, fields: Readonly<Record<string, string>>, prefix: string): void {
  for (const [key, property] of Object.entries(json.properties ?? {})) {
    if (typeof property === "boolean") continue
    const said = fields[prefix + key]
    if (said) property.description ??= said
    describeFields(property, fields, `${prefix}${key}.`)
  }
  const branches = [json.items, json.additionalProperties, ...(json.anyOf ?? []), ...(json.oneOf ?? [])].flat()
  for (const branch of branches) if (typeof branch === "object") describeFields(branch, fields, prefix)
}
