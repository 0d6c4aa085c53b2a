/** The specification's names for fields that responses name differently: in deliveries, attempts, endpoints and imports. */
const otherNames: ReadonlyMap<string, readonly string[]> = new Map([
  ["response_code", ["last_response_status", "response_status"]],
  ["attempt_count", ["attempts", "attempt"]],
  ["signing_secret", ["secret"]],
  ["row_level_errors", ["import_errors"]],
])

/** The name of a field in a response; undefined if the response lacks it. */
export const nameIn = (name: string, isThere: (name: string) => boolean): string | undefined =>
  [name, ...(otherNames.get(name) ?? [])].find(isThere)

/**
 * A field by its dotted name or the specification's name; of a list, the field of each item. Undefined when missing.
 * Also finds a name that contains dots itself.
 */
export function fieldOf(row: unknown, name: string): unknown {
  if (typeof row !== "object" || row === null) return undefined
  const ownName = nameIn(name, (one) => Object.hasOwn(row, one))
  if (ownName !== undefined) return Reflect.get(row, ownName)
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

/** Names for the unnamed columns of lists in a response, by field. */
const partNames: ReadonlyMap<string, readonly string[]> = new Map([["import_errors", ["line", "problem", "row"]]])

/** Converts such a field's lists to records, for people; other values are unchanged. */
export function withPartNames(field: string, value: unknown): unknown {
  const names = partNames.get(field)
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

/** Things identified by name, such as profiles, checks and tables, use it as their id. */
const idFields = ["id", "operation_id", "purchase_id", "purchase.id", "name", "check", "profile"]

export function idOf(row: unknown): unknown {
  for (const name of idFields) {
    const value = fieldOf(row, name)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}
