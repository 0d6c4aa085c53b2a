/** Is told where a value holds something that JSON cannot say, and what it is. */
type Refuse = (at: string, problem: string) => never

const fail: Refuse = (at, problem) => {
  throw new TypeError(`${at} ${problem}`)
}

/**
 * JSON with sorted fields, so that equal values have equal text. `at` is the name of the value, for what cannot be said, such
 * as a Map, of which an empty object would be left; fields that are undefined are left out.
 */
export function canonicalJson(value: unknown, at = "value", refuse = fail): string {
  const parents = new Set<unknown>()
  const write = (inner: unknown, path: string): string => {
    const given = hasToJson(inner) ? inner.toJSON() : inner
    if (given === null || typeof given === "string" || typeof given === "boolean") return JSON.stringify(given)
    if (Number.isFinite(given)) return JSON.stringify(given)
    if (typeof given !== "object") return refuse(path, `is ${String(given)}`)
    if (parents.has(given)) return refuse(path, "contains itself")
    const kind = {}.toString.call(given)
    if (!/ (Object|Array)]/.test(kind) && Object.keys(given).length === 0) return refuse(path, `is ${kind}`)
    parents.add(given)
    const text = Array.isArray(given)
      ? `[${given.map((item, index) => write(item ?? null, `${path}.${index}`)).join()}]`
      : `{${Object.entries(given)
          .filter(([, item]) => item !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, item]) => `${JSON.stringify(name)}:${write(item, `${path}.${name}`)}`)
          .join()}}`
    parents.delete(given)
    return text
  }
  return write(value, at)
}

function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return typeof value === "object" && value !== null && "toJSON" in value && typeof value.toJSON === "function"
}
