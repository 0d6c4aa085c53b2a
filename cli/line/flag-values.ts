import type { Value } from "../command/spec.ts"

/** A command's arguments or flags, as the context holds them. */
type Values = Readonly<Record<string, Value | undefined>>

/** A value that its rules say is text; undefined when it was not given. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name]
  return value === undefined || value === null ? undefined : String(value)
}

/** A value that its rules say is a number. */
export function numberOf(values: Values, name: string): number | undefined {
  const value = values[name]
  return typeof value === "number" ? value : undefined
}

/** True when a switch was given. */
export function isOn(values: Values, name: string): boolean {
  return values[name] === true
}

/** The texts of a flag that can be repeated; undefined when it was not given. */
export function textsOf(values: Values, name: string): readonly string[] | undefined {
  const value = values[name]
  if (value === undefined || value === null) return undefined
  return Array.isArray(value) ? value.map(String) : [String(value)]
}
