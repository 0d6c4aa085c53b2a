import type * as z from "zod"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { isSecret, type JsonSchema, toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"

/**
 * `sdk/contract/core/secrets.gen.ts`: what the contract marks as secret, so that client, command line and mock server hide
 * it without reading a schema.
 */
export function renderSecrets(): string {
  const endpoints = listEndpoints(contract)
  const fields = endpoints.flatMap(({ spec: { query, body, response } }) => [
    ...secretNames(query, "input"),
    ...secretNames(body, "input"),
    ...secretNames(response, "output"),
  ])
  const parameters = endpoints.flatMap(({ spec }) => secretNames(spec.params, "input").map((name) => [spec.path, name]))
  return `// Written by \`npm run generate\` from the marks in sdk/contract. Do not edit.

/** Fields that hold a secret, wherever they stand. */
export const secretFields: readonly string[] = ${JSON.stringify([...new Set(fields)].sort())}

/** Path parameters that hold a secret, with the path that they stand in. */
export const secretPathParameters: readonly (readonly [path: string, name: string])[] = ${JSON.stringify(parameters)}
`
}

/** The names of marked fields, at any depth. */
function secretNames(schema: z.core.$ZodType | null | undefined, io: "input" | "output"): string[] {
  return schema ? namesIn(toJsonSchema(schema, io)) : []
}

function namesIn(json: JsonSchema | boolean): string[] {
  if (typeof json === "boolean") return []
  const { properties = {}, items = [], anyOf = [], oneOf = [], $defs = {} } = json
  const own = Object.entries(properties).flatMap(([name, field]) =>
    typeof field === "object" && isSecret(field) ? [name] : [],
  )
  const inside = [...Object.values(properties), ...[items].flat(), ...anyOf, ...oneOf, ...Object.values($defs)]
  return [...own, ...inside.flatMap(namesIn)]
}
