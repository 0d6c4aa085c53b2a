/** Is told where a value holds something that JSON would change or lose, and what it is. */
export type Refuse = (at: string, problem: string) => never

/** What JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** Where a value lies. */
interface Place {
  /** Its name in what it lies in. */
  readonly name: string
  /** The way to it, for messages. */
  readonly at: string
  readonly refuse: Refuse
  readonly parents: readonly object[]
}

/**
 * A value as JSON has it; undefined for undefined. JSON.stringify turns NaN, invalid dates and undefined in a list into null, a
 * Map and a promise into {}, and drops functions, all without an error: refuse them, by their place. Fields that are undefined
 * are left out, and -0 is 0.
 */
export const jsonValue = (value: unknown, at: string, refuse: Refuse): Json | undefined =>
  read(value, { name: "", at, refuse, parents: [] })

function read(given: unknown, place: Place): Json | undefined {
  const { at, refuse } = place
  // Before toJSON: that of a Buffer gives an object with a list of numbers.
  if (ArrayBuffer.isView(given)) return refuse(at, `is a ${nameOf(given)}: give text, such as Base64`)
  const value = readToJson(given, place)
  if (value === undefined || value === null || typeof value === "string" || typeof value === "boolean") return value
  if (typeof value === "object") return readObject(value, place)
  if (typeof value === "number")
    return Number.isFinite(value) ? value : refuse(at, `is ${value}, which JSON does not have`)
  return refuse(at, `is a ${typeof value}, which JSON does not have`)
}

/** The JSON replacement of a value: the result of `toJSON`, or the primitive of a boxed number, string or boolean. */
function readToJson(value: unknown, { name, at, refuse }: Place): unknown {
  if (value === null || !/object|function|bigint/.test(typeof value)) return value
  const { toJSON } = Object(value)
  if (typeof toJSON !== "function") return isBoxed(value) ? Object(value).valueOf() : value
  const given: unknown = toJSON.call(value, name)
  if (given !== null && given !== undefined) return given
  // Libraries of dates do as Date does.
  const isDate = {}.toString.call(value) === "[object Date]"
  return refuse(
    at,
    isDate ? "is an invalid date" : `is a ${nameOf(value)} whose toJSON() gives ${given}, as of an invalid date`,
  )
}

const isBoxed = (value: unknown) => /^\[object (Number|String|Boolean)\]$/.test({}.toString.call(value))

function readObject(value: object, { at, refuse, parents }: Place): Json {
  if (parents.includes(value)) return refuse(at, "contains itself")
  const names = Object.keys(value)
  const problem = problemOf(value, names)
  if (problem) return refuse(at, problem)
  const item = (name: string) =>
    read(Reflect.get(value, name), { name, at: `${at}.${name}`, refuse, parents: [...parents, value] })
  if (!Array.isArray(value)) {
    const fields = names.map((name) => [name, item(name)] as const)
    return Object.fromEntries(fields.filter((field): field is [string, Json] => field[1] !== undefined))
  }
  return Array.from(value, (_, index) => {
    const one = item(String(index))
    return one === undefined ? refuse(`${at}.${index}`, "is undefined in a list: leave it out, or give null") : one
  })
}

/** Why an object would not arrive as what it is. */
function problemOf(value: object, names: readonly string[]): string | undefined {
  const symbol = Object.getOwnPropertySymbols(value).find((key) =>
    Object.prototype.propertyIsEnumerable.call(value, key),
  )
  const has = (name: PropertyKey) => name in value
  const prototype: unknown = Object.getPrototypeOf(value)
  // Of any realm.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  const isIterable = (has(Symbol.iterator) && !Array.isArray(value)) || has(Symbol.asyncIterator)
  if (Array.isArray(value) && names.length > value.length)
    return `is a list with a field ${names.at(-1)}, which JSON leaves out`
  if (typeof Reflect.get(value, "then") === "function") return "is a promise: await it"
  if (isIterable) return `is a ${nameOf(value)}: give a list or a plain object`
  if (/^\[object (Error|DOMException)\]$/.test({}.toString.call(value))) return "is an error: give its message"
  if (!isPlain && !Array.isArray(value) && names.length === 0)
    return `is a ${nameOf(value)} without fields that JSON sees: give a plain object`
  return symbol && `has a field named by a symbol, ${String(symbol)}, which JSON leaves out`
}

/** What somebody would call it: by its class, or by what the platform says it is. */
function nameOf(value: unknown): string {
  return Object(value).constructor?.name || {}.toString.call(value).slice(8, -1)
}
