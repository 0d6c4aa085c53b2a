/** The specification's names for fields that responses call differently: of a delivery, an attempt, an endpoint, an import. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  response_code: ["last_response_status", "response_status"],
  attempt_count: ["attempts", "attempt"],
  signing_secret: ["secret"],
  row_level_errors: ["import_errors"],
}

/** The name of a field in a response; undefined if the response lacks it. */
export const nameIn = (name: string, isThere: (name: string) => boolean): string | undefined =>
  [name, ...(Object.hasOwn(otherNames, name) ? (otherNames[name] ?? []) : [])].find(isThere)

/**
 * A field by its dotted name or the specification's word for it, of a list that of each; undefined where there is none. A name with
 * dots is found as it is, too.
 */
export function fieldOf(row: unknown, name: string): unknown {
  if (typeof row !== "object" || row === null) return undefined
  const own = nameIn(name, (one) => Object.hasOwn(row, one))
  if (own !== undefined) return Reflect.get(row, own)
  const dot = name.indexOf(".")
  if (dot < 0) return undefined
  const [first, rest] = [name.slice(0, dot), name.slice(dot + 1)]
  const inner = withPartNames(nameIn(first, (one) => Object.hasOwn(row, one)) ?? first, Reflect.get(row, first))
  const isOfEach = Array.isArray(inner) && !/^\d/.test(rest)
  return isOfEach ? inner.map((item) => fieldOf(item, rest) ?? null) : fieldOf(inner, rest)
}

export function pick(row: unknown, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((name) => [name, fieldOf(row, name) ?? null]))
}

/** Names for the parts of lists that the service sends without any, by the field that holds them. */
const partNames: Readonly<Record<string, readonly string[]>> = { import_errors: ["line", "problem", "row"] }

/** The lists of such a field as records, for people; any other value as it is. */
export function withPartNames(field: string, value: unknown): unknown {
  const names = Object.hasOwn(partNames, field) ? partNames[field] : undefined
  if (!names || !Array.isArray(value) || !value.every(Array.isArray)) return value
  return value.map((parts) => Object.fromEntries(names.map((name, index) => [name, parts[index]])))
}

export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ""
  if (typeof value === "string") return value
  if (Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null)) {
    return value.map(cellText).join(", ")
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** What is kept by its name, such as profiles, checks and tables, has that for an id. */
const idFields = ["id", "operation_id", "purchase_id", "purchase.id", "name", "check", "profile"]

export function idOf(row: unknown): unknown {
  for (const name of idFields) {
    const value = fieldOf(row, name)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}
