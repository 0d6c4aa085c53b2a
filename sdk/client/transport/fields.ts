type Is<T> = (value: unknown) => value is T
export const isText: Is<string> = (value) => typeof value === "string"
/** Text that is not empty. */
export const isFilled: Is<string> = (value): value is string => isText(value) && value !== ""
export const isNumber: Is<number> = (value) => typeof value === "number"
export const isBoolean: Is<boolean> = (value) => typeof value === "boolean"
export const isCode: Is<number | string> = (value) => isText(value) || isNumber(value)
export function isObject<T extends object>(value: unknown): value is T {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** A valid date. */
export const isDate: Is<Date> = (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime())

/** An error of any realm: in Jest, Node's errors are not instances of the test's `Error`. */
export const isError: Is<Error> = (value): value is Error => isText(Object(value).message)

/** The message of an error; other thrown values as text. */
export const messageOf = (error: unknown): string => (isError(error) ? error.message : String(error))

/** A `Headers`, a `URLSearchParams`, a `Map`, or pairs. */
const isPairs = (value: object): value is Iterable<readonly [string, unknown]> => Symbol.iterator in value

/** The names and values of a record or of pairs. */
export const pairsOf = (value: object) => (isPairs(value) ? value : Object.entries(value))

/** The fields whose value is not undefined. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> }
export function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/**
 * Adds a function that only the object's own methods use; it is not enumerable and not copied. Not `#private`: that throws when
 * the object is used through a Proxy, as with Vue's `ref()` and `reactive()`.
 */
export function defineNonEnumerable(object: object, name: string, value: (...args: never[]) => unknown): void {
  Object.defineProperty(object, name, { value })
}

/** Reads a field of an untrusted body. */
export function fieldReader(body: unknown): <T>(name: string, is: Is<T>) => T | undefined {
  return (name, is) => {
    const value = isObject<Record<string, unknown>>(body) ? body[name] : undefined
    return is(value) ? value : undefined
  }
}
