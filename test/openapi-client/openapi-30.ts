import type { OpenApiDocument } from "../../sdk/contract/openapi/types.ts"

type Json = Readonly<Record<string, unknown>>

/** The document for generators that do not support OpenAPI 3.1. What 3.0 cannot express becomes any value. */
export const asOpenApi30 = (document: OpenApiDocument): Json => ({
  ...(lower(document) as Json),
  openapi: "3.0.3",
})

function lower(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lower)
  if (typeof value !== "object" || value === null) return value
  const {
    anyOf,
    type,
    enum: values,
    $ref,
    ...rest
  }: Json = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, lower(part)]))
  if (Array.isArray(anyOf)) return union(rest, anyOf)
  if (Array.isArray(type))
    return union(
      rest,
      type.map((name) => ({ type: name })),
    )
  // The generator cannot make a type for a list of references to this one, or for a nullable one.
  if ($ref === "#/components/schemas/JsonObject") return { ...rest, type: "object" }
  // It writes JSON's `true` into Python: turn a constant into any boolean.
  const schemaParts = type === "boolean" ? { type } : { type, enum: values, $ref }
  return { ...rest, ...Object.fromEntries(Object.entries(schemaParts).filter(([, part]) => part !== undefined)) }
}

/** One schema or null. Larger unions become any value. */
function union(rest: Json, parts: readonly Json[]): Json {
  const [part = {}, ...more] = parts.filter(({ type }) => type !== "null")
  if (more.length > 0) return rest
  return { ...rest, nullable: true, ...("$ref" in part ? { allOf: [part] } : part) }
}
