import * as z from "zod"
// A namespace import: bundlers leave out what is not used here, such as zod's translations.
import * as core from "zod/v4/core"
import { booleanFromText, integerFromText, jsonFromText, numberFromText } from "./parse-text.ts"

/** The input for one name in a query, a path or a command line: one text, or several if the name was repeated. */
export type Text = string | readonly string[]

/**
 * Reads the fields of an object schema from text: query strings, path parameters, flags.
 *
 * Each text is parsed as the declared type of its field, never by its looks: `123` stays text if the schema says
 * string. Unparsable texts and unknown names are returned unchanged, so that validation names the field. Pass the
 * result to the schema; nothing is validated here.
 */
export function fromText(schema: core.$ZodType, text: Readonly<Record<string, Text>>): Record<string, unknown> {
  const shape = shapeOf(schema)
  return Object.fromEntries(
    Object.entries(text).map(([name, value]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined
      return [name, field ? valueFromText(field, value) : value]
    }),
  )
}

/**
 * Reads one value from text, by its schema.
 *
 * | declared as | is read from |
 * |---|---|
 * | string, unknown | any text, as it is |
 * | integer | plain decimal within the safe range: `0`, `42`, `-7`; not `+1`, `007`, `1.0`, `1e3`, `0x10` |
 * | number | plain decimal with or without a fraction: `49.90` |
 * | boolean | `true` and `false` |
 * | enum, literal | the values as text |
 * | array | the name repeated, commas, or both; empty text is the empty array; an array of objects is a JSON array or one object, or these repeated |
 * | object, record | JSON |
 * | union | the first member, in the order declared, that accepts what it reads |
 * | nullable | as without null; and `null`, unless that word is a value of it, as it is of a plain string |
 */
export function valueFromText(schema: core.$ZodType, text: Text): unknown {
  if (schema instanceof core.$ZodNullable) {
    const { innerType } = schema._zod.def
    // If the word itself is a value, as for a nullable name, it stays text.
    return text === "null" && !z.safeParse(innerType, "null").success ? null : valueFromText(innerType, text)
  }
  const inner = unwrapped(schema)
  if (inner) return valueFromText(inner, text)
  if (schema instanceof core.$ZodArray) return arrayFromText(schema._zod.def.element, text)
  if (schema instanceof core.$ZodUnion) return unionFromText(schema._zod.def.options, text)
  // A repeated name where one value is declared is left for validation to refuse.
  if (typeof text !== "string") return text
  if (schema instanceof z.ZodNumber) return schema.isInt ? integerFromText(text) : numberFromText(text)
  if (schema instanceof core.$ZodBoolean) return booleanFromText(text)
  if (schema instanceof core.$ZodNull) return text === "null" ? null : text
  if (schema instanceof core.$ZodLiteral) return memberFromText(schema._zod.def.values, text)
  if (schema instanceof core.$ZodEnum) return memberFromText(Object.values(schema._zod.def.entries), text)
  return isJson(schema) ? jsonFromText(text) : text
}

/** Groups texts by name: takes `URLSearchParams`. */
export function gatherText(entries: Iterable<readonly [name: string, text: string]>): Record<string, Text> {
  const gathered = new Map<string, string[]>()
  for (const [name, text] of entries) {
    const texts = gathered.get(name)
    if (texts) texts.push(text)
    else gathered.set(name, [text])
  }
  return Object.fromEntries(
    Array.from(gathered, ([name, [first = "", ...more]]) => [name, more.length ? [first, ...more] : first]),
  )
}

/** The schema inside a wrapper that does not affect how its text is read. */
function unwrapped(schema: core.$ZodType): core.$ZodType | undefined {
  if (schema instanceof core.$ZodPipe) return schema._zod.def.in
  if (schema instanceof core.$ZodLazy) return schema._zod.innerType
  const isWrapper =
    schema instanceof core.$ZodOptional ||
    schema instanceof core.$ZodDefault ||
    schema instanceof core.$ZodPrefault ||
    schema instanceof core.$ZodNonOptional ||
    schema instanceof core.$ZodCatch ||
    schema instanceof core.$ZodReadonly
  return isWrapper ? schema._zod.def.innerType : undefined
}

/** The fields of an object schema, whatever wraps it. */
export function shapeOf(schema: core.$ZodType): core.$ZodShape {
  if (schema instanceof core.$ZodObject) return schema._zod.def.shape
  const inner = schema instanceof core.$ZodNullable ? schema._zod.def.innerType : unwrapped(schema)
  return inner ? shapeOf(inner) : {}
}

function memberFromText(members: readonly unknown[], text: string): unknown {
  const byText = new Map(members.map((member) => [String(member), member]))
  return byText.has(text) ? byText.get(text) : text
}

function arrayFromText(element: core.$ZodType, text: Text): unknown {
  if (isJson(element)) return typeof text === "string" ? readJsonArray(text) : text.flatMap(readJsonArray)
  if (text === "") return []
  const parts = typeof text === "string" ? [text] : text
  return parts.flatMap((part) => part.split(",")).map((part) => valueFromText(element, part.trim()))
}

/** A JSON array, or the one item of it. */
function readJsonArray(text: string): unknown {
  if (text === "") return []
  const value = jsonFromText(text)
  return Array.isArray(value) || value === text ? value : [value]
}

function unionFromText(options: readonly core.$ZodType[], text: Text): unknown {
  for (const option of options) {
    const value = valueFromText(option, text)
    if (z.safeParse(option, value).success) return value
  }
  return text
}

/** Whether text of it is JSON. */
function isJson(schema: core.$ZodType): boolean {
  if (schema instanceof core.$ZodNullable) return isJson(schema._zod.def.innerType)
  const inner = unwrapped(schema)
  if (inner) return isJson(inner)
  return (
    schema instanceof core.$ZodObject ||
    schema instanceof core.$ZodRecord ||
    schema instanceof core.$ZodTuple ||
    schema instanceof core.$ZodArray
  )
}
