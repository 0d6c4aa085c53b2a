import * as z from "zod"
import { TimestampInput } from "../../sdk/contract/core/shared.ts"
import type { ModelDoc } from "../../sdk/contract/openapi/docs.gen.ts"
import type { Io } from "../../sdk/contract/openapi/json-schema.ts"

const { core } = z
type Schema = z.core.$ZodType

/** A schema to generate as a type with this name and the comments of its source. */
export interface Model {
  readonly name: string
  readonly schema: Schema
  readonly io: Io
  /** True for an immutable record: its fields are readonly, without an index signature. */
  readonly isFrozen?: boolean
  /** True for a type without an index signature. */
  readonly isClosed?: boolean
  readonly doc: ModelDoc
}

/** The path of a type, for looking up its comments, and its indentation. */
interface Place {
  readonly io: Io
  readonly isFrozen: boolean
  readonly isClosed: boolean
  readonly fields: Readonly<Record<string, string>>
  readonly path: string
  readonly indent: string
}

/** The names of types that are written by hand or generated elsewhere, by schema. */
export type Names = ReadonlyMap<Schema, string>

/** Generates plain types from schemas. Editors show no comments for inferred types, so these have the comments of the sources. */
export function typesOf(models: readonly Model[], known: Names): string {
  const names = new Map([
    ...known,
    [TimestampInput, "string | Date"] as const,
    ...models.map(({ schema, name }) => [schema, name] as const),
  ])
  return models.map((model) => declarationOf(model, names)).join("\n")
}

function declarationOf(
  { name, schema, io, isFrozen = false, isClosed = isFrozen, doc: { about, fields = {} } }: Model,
  names: Names,
): string {
  const own = new Map([...names].filter(([named]) => named !== schema))
  const text = textOf(schema, own, { io, isFrozen, isClosed, fields, path: "", indent: "" })
  // A record must be assignable to a response with an index signature: TypeScript allows that for a type alias, not for
  // an interface.
  const head = schema instanceof core.$ZodObject && !isFrozen ? `interface ${name}` : `type ${name} =`
  return `${comment(about)}export ${head} ${text}\n`
}

export const comment = (text: string | undefined, indent = "") => (text ? `${indent}/** ${text} */\n` : "")

function textOf(schema: Schema, names: Names, place: Place): string {
  const inside = (inner: Schema) => textOf(inner, names, place)
  const name = names.get(schema)
  if (name !== undefined) return name
  if (schema instanceof core.$ZodObject) return objectText(schema, names, place)
  if (schema instanceof core.$ZodString) return stringText(schema)
  if (schema instanceof core.$ZodNumber) return "number"
  if (schema instanceof core.$ZodBoolean) return "boolean"
  if (schema instanceof core.$ZodNull) return "null"
  if (schema instanceof core.$ZodDate) return "Date"
  if (schema instanceof core.$ZodUnknown || schema instanceof core.$ZodCustom) return "unknown"
  if (schema instanceof core.$ZodEnum) return union([...schema._zod.values].map((value) => JSON.stringify(value)))
  if (schema instanceof core.$ZodLiteral) return union(schema._zod.def.values.map((value) => JSON.stringify(value)))
  if (schema instanceof core.$ZodArray) return arrayText(inside(schema._zod.def.element), place)
  if (schema instanceof core.$ZodTuple) return `[${schema._zod.def.items.map(inside).join(", ")}]`
  if (schema instanceof core.$ZodRecord) return `Record<string, ${inside(schema._zod.def.valueType)}>`
  if (schema instanceof core.$ZodUnion) return union(schema._zod.def.options.map(inside))
  if (schema instanceof core.$ZodNullable) return union([inside(schema._zod.def.innerType), "null"])
  if (schema instanceof core.$ZodReadonly || schema instanceof core.$ZodOptional || schema instanceof core.$ZodDefault)
    return inside(schema._zod.def.innerType)
  if (schema instanceof core.$ZodLazy) return inside(schema._zod.def.getter())
  if (schema instanceof core.$ZodPipe) return inside(place.io === "input" ? schema._zod.def.in : schema._zod.def.out)
  throw new Error(`no type of TypeScript is known for a schema of ${schema._zod.def.type} at ${place.path}`)
}

function objectText(schema: z.core.$ZodObject, names: Names, place: Place): string {
  const { io, isFrozen, isClosed, fields, path, indent } = place
  const { shape, catchall } = schema._zod.def
  const inner = `${indent}  `
  const lines = Object.entries(shape).map(([name, field]) => {
    const at = path + name
    const text = textOf(field, names, { ...place, path: `${at}.`, indent: inner })
    const isOptional = field._zod[io === "input" ? "optin" : "optout"] !== undefined
    return `${comment(fields[at], inner)}${inner}${isFrozen ? "readonly " : ""}${name}${isOptional ? "?" : ""}: ${text}${isOptional ? " | undefined" : ""}\n`
  })
  const others = catchall instanceof core.$ZodUnknown && !isClosed ? `${inner}[field: string]: unknown\n` : ""
  return `{\n${lines.join("")}${others}${indent}}`
}

/** A string type, with the known values of an open set. */
function stringText(schema: z.core.$ZodString): string {
  const { examples } = z.globalRegistry.get(schema) ?? {}
  return Array.isArray(examples)
    ? union([...examples.map((value) => JSON.stringify(value)), "(string & {})"])
    : "string"
}

/** Readonly for input, so that callers can pass readonly arrays. */
function arrayText(element: string, { io, isFrozen }: Place): string {
  const list = element.includes(" | ") && !element.endsWith("}") ? `(${element})[]` : `${element}[]`
  return isFrozen || io === "input" ? `readonly ${list}` : list
}

const union = (parts: readonly string[]) => [...new Set(parts)].join(" | ")
