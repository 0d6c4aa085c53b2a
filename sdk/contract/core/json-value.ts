/** Called with the place and kind of a value that JSON would change or lose. */
export type Refuse = (at: string, problem: string) => never

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** The parents of a value. */
interface Container {
  /** The path to it, for messages. */
  readonly at: string
  readonly refuse: Refuse
  /** The value and its parents. */
  readonly parents: readonly object[]
}

/**
 * Converts a value to JSON; undefined for undefined. JSON.stringify turns NaN, invalid dates and undefined in a list
 * into null, a Map and a promise into {}, and drops functions, all without an error: refuse them, by their place.
 * Fields that are undefined are left out, and -0 is 0.
 */
export const jsonValue = (value: unknown, at: string, refuse: Refuse): Json | undefined =>
  read(value, undefined, { at, refuse, parents: [] })

const tagOf = (value: unknown): string => Object.prototype.toString.call(value)
/** The whole value has no name. */
const placeOf = (name: string | undefined, { at }: Container) => (name === undefined ? at : `${at}.${name}`)

function read(input: unknown, name: string | undefined, container: Container): Json | undefined {
  if (typeof input === "string") return input
  const refuse = (problem: string) => container.refuse(placeOf(name, container), problem)
  // Before toJSON: a Buffer's returns an object with a list of numbers.
  if (ArrayBuffer.isView(input)) return refuse(`is a ${nameOf(input)}: give text, such as Base64`)
  const value = readToJson(input, name, refuse)
  if (value === undefined || value === null || typeof value === "string" || typeof value === "boolean") return value
  if (typeof value === "object") return readObject(value, placeOf(name, container), container)
  if (typeof value === "number") return Number.isFinite(value) ? value : refuse(`is ${value}, which JSON does not have`)
  return refuse(`is a ${typeof value}, which JSON does not have`)
}

/** The JSON replacement of a value: the result of `toJSON`, or the primitive of a boxed number, string or boolean. */
function readToJson(value: unknown, name = "", refuse: (problem: string) => never): unknown {
  if (value === null || !/object|function|bigint/.test(typeof value)) return value
  const { toJSON } = Object(value)
  if (typeof toJSON !== "function") return isBoxed(value) ? Object(value).valueOf() : value
  const input: unknown = toJSON.call(value, name)
  if (input !== null && input !== undefined) return input
  // Date libraries behave like Date.
  const isDate = tagOf(value) === "[object Date]"
  return refuse(
    isDate ? "is an invalid date" : `is a ${nameOf(value)} whose toJSON() gives ${input}, as of an invalid date`,
  )
}

const isBoxed = (value: unknown) => /^\[object (Number|String|Boolean)\]$/.test(tagOf(value))

function readObject(value: object, at: string, { refuse, parents }: Container): Json {
  if (parents.includes(value)) return refuse(at, "contains itself")
  const names = Object.keys(value)
  const problem = problemOf(value, names)
  if (problem) return refuse(at, problem)
  const container = { at, refuse, parents: [...parents, value] }
  if (Array.isArray(value)) {
    return Array.from(value, (item: unknown, index) => {
      const one = read(item, String(index), container)
      return one === undefined ? refuse(`${at}.${index}`, "is undefined in a list: leave it out, or give null") : one
    })
  }
  const fields: (readonly [string, Json])[] = []
  for (const name of names) {
    const field = read(Reflect.get(value, name), name, container)
    if (field !== undefined) fields.push([name, field])
  }
  return Object.fromEntries(fields)
}

/** Why JSON would change an object. */
function problemOf(value: object, names: readonly string[]): string | undefined {
  const symbol = Object.getOwnPropertySymbols(value).find((key) =>
    Object.prototype.propertyIsEnumerable.call(value, key),
  )
  const has = (name: PropertyKey) => name in value
  const prototype: unknown = Object.getPrototypeOf(value)
  // From any realm.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  const isIterable = (has(Symbol.iterator) && !Array.isArray(value)) || has(Symbol.asyncIterator)
  if (Array.isArray(value) && names.length > value.length)
    return `is a list with a field ${names.at(-1)}, which JSON leaves out`
  if (typeof Reflect.get(value, "then") === "function") return "is a promise: await it"
  if (isIterable) return `is a ${nameOf(value)}: give a list or a plain object`
  if (/^\[object (Error|DOMException)\]$/.test(tagOf(value))) return "is an error: give its message"
  if (!isPlain && !Array.isArray(value) && names.length === 0)
    return `is a ${nameOf(value)} without fields that JSON sees: give a plain object`
  return symbol && `has a field named by a symbol, ${String(symbol)}, which JSON leaves out`
}

/** The name of an object's type: its class, or its platform tag. */
function nameOf(value: unknown): string {
  return Object(value).constructor?.name || tagOf(value).slice(8, -1)
}
