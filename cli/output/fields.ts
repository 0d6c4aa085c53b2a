/** A field by its dotted name, of a list that of each; undefined where there is none. A name with dots is found as it is, too. */
export function fieldOf(row: unknown, name: string): unknown {
  if (typeof row !== "object" || row === null) return undefined
  if (Object.hasOwn(row, name)) return Reflect.get(row, name)
  const dot = name.indexOf(".")
  if (dot < 0) return undefined
  const [inner, rest] = [Reflect.get(row, name.slice(0, dot)), name.slice(dot + 1)]
  const isOfEach = Array.isArray(inner) && !/^\d/.test(rest)
  return isOfEach ? inner.map((item) => fieldOf(item, rest) ?? null) : fieldOf(inner, rest)
}

/** The fields of a row that were asked for, under the names that were asked for. */
export function pick(row: unknown, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((name) => [name, fieldOf(row, name) ?? null]))
}

/** A value as text in a cell. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ""
  if (typeof value === "string") return value
  if (Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null)) {
    return value.map(cellText).join(", ")
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** Names and values of a record, nested objects by dotted names. */
export function flatten(record: object, prefix = ""): [name: string, value: unknown][] {
  return Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
    const name = prefix + key
    const isNested =
      typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
    return isNested ? flatten(value, `${name}.`) : [[name, value]]
  })
}

/** What is kept by its name, such as profiles, checks and tables, has that for an id. */
const idFields = ["id", "operation_id", "purchase_id", "purchase.id", "name", "check", "profile"]

/** What a record is known by; undefined where it has no id. */
export function idOf(row: unknown): unknown {
  for (const name of idFields) {
    const value = fieldOf(row, name)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}
