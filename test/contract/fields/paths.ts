import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"
import { type JsonSchema, rootOf, toJsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import type { Changes } from "../../support/samples.ts"

/** What a caller chooses in a request. */
export type RequestParts = Pick<Changes, "body" | "query" | "idempotencyKey" | "as">

/** A field of a request, from the outside in: `["body", "user", "email"]`, `["query", "event"]`, `["idempotencyKey"]`. */
export type FieldPath = readonly string[]

/** A field's name in tables and reports: `body.user.email`. */
export const nameOf = (path: FieldPath): string => path.join(".")

/** Each field that an endpoint reads, but the ids in its path: tests of other brands try those. */
export function fieldsOf(spec: EndpointSpec): FieldPath[] {
  return [
    ...(spec.body === undefined ? [] : fieldsIn(spec.body).map((path) => ["body", ...path])),
    ...(spec.query === undefined ? [] : fieldsIn(spec.query).map((path) => ["query", ...path])),
    ...(spec.paginated === undefined
      ? []
      : [
          ["query", "page"],
          ["query", "per_page"],
        ]),
    ...(spec.idempotency === undefined ? [] : [["idempotencyKey"]]),
  ]
}

function fieldsIn(schema: NonNullable<EndpointSpec["body"]>): FieldPath[] {
  const root = toJsonSchema(schema, "input")
  return propertiesOf(rootOf(root), root)
}

/** The fields of an object schema, with those of the objects in it. */
function propertiesOf(schema: JsonSchema, root: JsonSchema, depth = 0): FieldPath[] {
  const resolvedSchema = resolve(schema, root)
  const variants = [
    resolvedSchema,
    ...(resolvedSchema.anyOf ?? []),
    ...(resolvedSchema.oneOf ?? []),
    ...(resolvedSchema.allOf ?? []),
  ]
  const paths = variants.flatMap((variant) => {
    if (typeof variant !== "object") return []
    return Object.entries(resolve(variant, root).properties ?? {}).flatMap(([name, field]) => {
      const inner = typeof field === "object" && depth < 2 ? propertiesOf(field, root, depth + 1) : []
      return inner.length > 0 ? inner.map((path) => [name, ...path]) : [[name]]
    })
  })
  return [...new Map(paths.map((path) => [nameOf(path), path])).values()]
}

const resolve = (schema: JsonSchema, root: JsonSchema): JsonSchema =>
  schema.$ref === undefined ? schema : rootOf({ ...schema, $defs: root.$defs ?? {} })

export const valueAt = (request: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>(
    (value, name) => (Object.hasOwn(Object(value), name) ? Reflect.get(Object(value), name) : undefined),
    request,
  )

/** A copy with a field set, or without it. */
export function withField<T>(request: T, path: FieldPath, value: unknown): T
export function withField(request: unknown, [name = "", ...inner]: FieldPath, value: unknown): unknown {
  const { [name]: old, ...others } = { ...Object(request) }
  if (inner.length > 0 && old === undefined && value === undefined) return request
  const next = inner.length > 0 ? withField(old, inner, value) : value
  return next === undefined ? others : { ...others, [name]: next }
}
