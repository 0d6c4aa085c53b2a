import { listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { openapiDocument } from "../../../sdk/contract/openapi/document.ts"
import { type JsonSchema, rootOf, toJsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import { modelName } from "../../../sdk/contract/openapi/models.ts"
import { anchor, table, words } from "./markdown.ts"

const introduction = `<!-- Written by \`npm run generate\` from the comments in sdk/contract. Do not edit. -->

# Resources

Every model with its fields: what is answered, and what is sent. A field whose name ends in ? may be absent. A text with known values
and … may hold others one day. Fields that are not named here pass through.`

/** `docs/resources.md`: every model of the contract. */
export function renderResources(): string {
  const all = Object.entries({ ...openapiDocument().components.schemas, ...queries() })
  const sections = all.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, schema]) => section(name, schema))
  return `${[introduction, ...sections].join("\n\n")}\n`
}

/** What lists and reads can be asked for: the document for machines has it as parameters. */
function queries(): Record<string, JsonSchema> {
  const named = listEndpoints(contract).flatMap(({ spec: { query } }) => {
    const name = query && modelName(query)
    return query && name !== undefined ? [[name, rootOf(toJsonSchema(query, "input"))] as const] : []
  })
  return Object.fromEntries(named)
}

function section(name: string, schema: JsonSchema): string {
  const fields = fieldsOf(schema)
  const shape = fields.length > 0 ? table(["field", "type", "is"], fields) : `Type: ${typeText(schema)}.`
  return [`## ${words(name)}`, schema.description, shape].filter((part) => part !== undefined).join("\n\n")
}

/** The rows of an object's fields; those of an object inside it follow, with their path. */
function fieldsOf({ properties = {}, required = [] }: JsonSchema, path = ""): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    if (typeof field === "boolean") return []
    const shown = `\`${path}${name}${required.includes(name) ? "" : "?"}\``
    return [[shown, typeText(field), field.description ?? ""], ...fieldsOf(field, `${path}${name}.`)]
  })
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "timestamp",
  email: "e-mail",
  uri: "address",
  password: "text, secret",
  binary: "file",
}

/** A type as people read it: `list of [Contact](#contact) or null`. */
function typeText(schema: JsonSchema | boolean | undefined): string {
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
