import { listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { openapiDocument } from "../../../sdk/contract/openapi/document.ts"
import { type JsonSchema, rootOf, toJsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import { modelName } from "../../../sdk/contract/openapi/models.ts"
import { fieldRows, typeText } from "./fields.ts"
import { table, words } from "./markdown.ts"

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
  const fields = fieldRows(schema)
  const shape = fields.length > 0 ? table(["field", "type", "is"], fields) : `Type: ${typeText(schema)}.`
  return [`## ${words(name)}`, schema.description, shape].filter((part) => part !== undefined).join("\n\n")
}
