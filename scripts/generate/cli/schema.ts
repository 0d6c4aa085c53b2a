import type * as z from "zod"
import { type JsonSchema, rootOf, toJsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"

/** A JSON Schema and a function that resolves its references. */
export interface Reader {
  readonly root: JsonSchema
  /** The target of a reference; fields beside `$ref` take precedence. */
  resolve(schema: JsonSchema | boolean | undefined): JsonSchema
}

export function readSchema(schema: z.core.$ZodType, io: "input" | "output"): Reader {
  const json = toJsonSchema(schema, io)
  const resolve = (part: JsonSchema | boolean | undefined): JsonSchema => {
    if (typeof part !== "object") return {}
    const { $ref, ...rest } = part
    if ($ref === undefined) return part
    return { ...json.$defs?.[$ref.replace("#/$defs/", "")], ...rest }
  }
  return { root: rootOf(json), resolve }
}

/** The branches of a union without null, and whether null was one of them. */
export function withoutNull(schema: JsonSchema, { resolve }: Reader): { branches: JsonSchema[]; nullable: boolean } {
  const all = (schema.anyOf ?? schema.oneOf)?.map(resolve) ?? [schema]
  const branches = all.filter(({ type }) => type !== "null")
  return { branches, nullable: branches.length < all.length || isNullableType(schema) }
}

const isNullableType = ({ type }: JsonSchema) => Array.isArray(type) && type.includes("null")

/** The single type of a schema, ignoring null. */
export function typeOf({ type }: JsonSchema): string | undefined {
  return Array.isArray(type) ? type.find((one) => one !== "null") : type
}

/** True for an object with declared keys. */
export function isRecord(schema: JsonSchema): boolean {
  return typeOf(schema) === "object" && schema.properties !== undefined
}
