import { showInvisible } from "./safe-text.ts"

/** Data in which all texts show their invisible characters, names of fields too. */
export function showInvisibleIn(value: unknown): unknown {
  if (typeof value === "string") return showInvisible(value)
  if (Array.isArray(value)) return value.map(showInvisibleIn)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [showInvisible(name), showInvisibleIn(part)]))
}
