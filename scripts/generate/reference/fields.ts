import type { JsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import { table } from "./markdown.ts"

/** A model's name in a type, as a link to its fields. */
export type ModelLink = (name: string) => string

/** A table of an object's fields with type and description; undefined without fields. A name that ends in ? may be absent. */
export function fieldTable(schema: JsonSchema, link: ModelLink): string | undefined {
  const rows = fieldRows(schema, link)
  return rows.length === 0 ? undefined : table(["field", "type", "description"], rows)
}

/** The rows of nested objects follow, with their paths. */
function fieldRows({ properties = {}, required = [] }: JsonSchema, link: ModelLink, path = ""): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    if (typeof field === "boolean") return []
    const shown = `\`${path}${name}${required.includes(name) ? "" : "?"}\``
    return [[shown, typeText(field, link), field.description ?? ""], ...fieldRows(field, link, `${path}${name}.`)]
  })
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "string (date-time)",
  "idn-email": "string (email)",
  uri: "string (URL)",
  password: "string (secret)",
  binary: "file",
}

/** A type in the words of JSON Schema: `array of [Contact](#contact) or null`. */
export function typeText(schema: JsonSchema | boolean | undefined, link: ModelLink): string {
  if (schema === undefined || typeof schema === "boolean") return "any"
  if (schema.$ref !== undefined) return link(schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => typeText(choice, link)).join(" or ")
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(", ")
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type }, link)).join(" or ")
  if (schema.type === "array")
    return schema.items && !Array.isArray(schema.items) ? `array of ${typeText(schema.items, link)}` : "array"
  if (schema.type === "string") return stringType(schema)
  return String(schema.type ?? "any")
}

function stringType({ format, examples }: JsonSchema): string {
  const known = Array.isArray(examples) ? examples : []
  if (known.length > 0) return `${known.map((value) => `\`${String(value)}\``).join(", ")}, …`
  return formats[format ?? ""] ?? "string"
}
