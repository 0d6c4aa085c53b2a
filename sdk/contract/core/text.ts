import * as z from "zod"
// A namespace import: bundlers leave out what is not used here, such as zod's translations.
import * as core from "zod/v4/core"
import { booleanFromText, integerFromText, jsonFromText, numberFromText } from "./parse-text.ts"

/** What a query, a path or a command line gives for one name: one text, or several where the name was repeated. */
export type Text = string | readonly string[]

type Read = (text: Text) => unknown

/**
 * Reads the fields of an object schema from text: query strings, path parameters, flags.
 *
 * Each text becomes what its field is declared to be and is never judged by its looks: `123` stays text where the schema
 * says string. What cannot be read that way, and names that the schema does not know, are passed on as they are, so that
 * validation names the field. Give the result to the schema; nothing is validated here.
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
  return readerOf(schema)(text)
}

/** Texts by name, repeated names gathered: takes `URLSearchParams`. */
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

/** The readers of schemas met so far: a server reads the same few thousands of times. */
const readers = new WeakMap<core.$ZodType, Read>()

function readerOf(schema: core.$ZodType): Read {
  let read = readers.get(schema)
  if (!read) {
    read = makeReader(schema)
    readers.set(schema, read)
  }
  return read
}

function makeReader(schema: core.$ZodType): Read {
  if (schema instanceof core.$ZodNullable) return nullableReader(schema._zod.def.innerType)
  const inner = unwrapped(schema)
  if (inner) return readerOf(inner)
  if (schema instanceof z.ZodNumber) return one(schema.isInt ? integerFromText : numberFromText)
  if (schema instanceof core.$ZodBoolean) return one(booleanFromText)
  if (schema instanceof core.$ZodNull) return one((text) => (text === "null" ? null : text))
  if (schema instanceof core.$ZodLiteral) return one(memberReader(schema._zod.def.values))
  if (schema instanceof core.$ZodEnum) return one(memberReader(Object.values(schema._zod.def.entries)))
  if (schema instanceof core.$ZodArray) return arrayReader(schema._zod.def.element)
  if (schema instanceof core.$ZodUnion) return unionReader(schema._zod.def.options)
  if (isJson(schema)) return one(jsonFromText)
  return (text) => text
}

/** The schema inside a wrapper that changes nothing about how its text is read. */
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

/** Reads single texts; a name repeated where one value is declared is left for validation to refuse. */
function one(read: (text: string) => unknown): Read {
  return (text) => (typeof text === "string" ? read(text) : text)
}

function memberReader(members: readonly unknown[]) {
  const byText = new Map(members.map((member) => [String(member), member]))
  return (text: string) => (byText.has(text) ? byText.get(text) : text)
}

function nullableReader(inner: core.$ZodType): Read {
  const read = readerOf(inner)
  // Where the word itself is a value, such as a nullable name, it stays the word.
  const isValue = z.safeParse(inner, "null").success
  return (text) => (text === "null" && !isValue ? null : read(text))
}

function arrayReader(element: core.$ZodType): Read {
  if (isJson(element)) return (text) => (typeof text === "string" ? readJsonArray(text) : text.flatMap(readJsonArray))
  const read = readerOf(element)
  return (text) => {
    if (text === "") return []
    const parts = typeof text === "string" ? [text] : text
    return parts.flatMap((part) => part.split(",")).map((part) => read(part.trim()))
  }
}

/** A JSON array, or the one item of it. */
function readJsonArray(text: string): unknown {
  if (text === "") return []
  const value = jsonFromText(text)
  return Array.isArray(value) || value === text ? value : [value]
}

function unionReader(options: readonly core.$ZodType[]): Read {
  return (text) => {
    for (const option of options) {
      const value = readerOf(option)(text)
      if (z.safeParse(option, value).success) return value
    }
    return text
  }
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
