import type { NamedEndpoint } from "../../sdk/contract/core/endpoints.ts"
import { type JsonSchema, rootOf, toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"

/** Undocumented values of `status` fields, with their places. The document allows any text: the sets are open. */
export function strangeStatuses({ spec }: NamedEndpoint, body: unknown): string[] {
  if (spec.response === null) return []
  const root = toJsonSchema(spec.response, "output")
  const isList = Array.isArray(body)
  return (isList ? body : [body]).flatMap((row, at) => strangeIn(row, root, { root, pointer: isList ? `/${at}` : "" }))
}

function strangeIn(
  value: unknown,
  schema: JsonSchema,
  { root, pointer }: { root: JsonSchema; pointer: string },
): string[] {
  if (typeof value !== "object" || value === null) return []
  const { properties = {} } = follow(schema, root)
  return Object.entries(value).flatMap(([name, part]) => {
    const partSchema = properties[name]
    if (typeof partSchema !== "object") return []
    const { examples } = follow(partSchema, root)
    const isStrange =
      name === "status" && Array.isArray(examples) && typeof part === "string" && !examples.includes(part)
    const here = `${pointer}/${name}`
    if (isStrange) return [`${here} is ${JSON.stringify(part)}, which is none of ${examples.join(", ")}`]
    return strangeIn(part, partSchema, { root, pointer: here })
  })
}

/** Resolves a reference; for a nullable field, returns the schema of its other values. */
function follow(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const [first] = schema.anyOf ?? []
  const valueSchema = typeof first === "object" ? first : schema
  return valueSchema.$ref === undefined ? valueSchema : rootOf({ ...valueSchema, $defs: root.$defs ?? {} })
}
