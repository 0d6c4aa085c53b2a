import type { JsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import { anchor, words } from "./markdown.ts"

/** The rows of an object's fields: name, type, what it is; those of an object inside it follow, with their path. */
export function fieldRows({ properties = {}, required = [] }: JsonSchema, path = ""): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    if (typeof field === "boolean") return []
    const shown = `\`${path}${name}${required.includes(name) ? "" : "?"}\``
    return [[shown, typeText(field), field.description ?? ""], ...fieldRows(field, `${path}${name}.`)]
  })
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "timestamp",
  "idn-email": "e-mail",
  uri: "address",
  password: "text, secret",
  binary: "file",
}

/** A type as people read it: `list of [Contact](#contact) or null`. */
export function typeText(schema: JsonSchema | boolean | undefined): string {
  if (schema === undefined || typeof schema === "boolean") return "any"
  if (schema.$ref !== undefined) return link(schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeText).join(" or ")
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(", ")
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type })).join(" or ")
  if (schema.type === "array")
    return schema.items && !Array.isArray(schema.items) ? `list of ${typeText(schema.items)}` : "list"
  if (schema.type === "string") return textType(schema)
  return String(schema.type ?? "any")
}

function textType({ format, examples }: JsonSchema): string {
  const known = Array.isArray(examples) ? examples : []
  if (known.length > 0) return `${known.map((value) => `\`${String(value)}\``).join(", ")}, …`
  return formats[format ?? ""] ?? "text"
}

const link = (name: string) => `[${words(name)}](#${anchor(words(name))})`
