import type { Value } from "./command/spec.ts"

/** A command's arguments or flags, as the context holds them. */
type Values = Readonly<Record<string, Value | undefined>>

export function textOf(values: Values, name: string): string | undefined {
  const value = values[name]
  return value === undefined || value === null ? undefined : String(value)
}

export function numberOf(values: Values, name: string): number | undefined {
  const value = values[name]
  return typeof value === "number" ? value : undefined
}

export function isOn(values: Values, name: string): boolean {
  return values[name] === true
}

export function textsOf(values: Values, name: string): readonly string[] | undefined {
  const value = values[name]
  if (value === undefined || value === null) return undefined
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

/** The value of a required argument or flag: no command runs without one. */
export const requiredText = (values: Values, name: string): string => String(required(values, name))

export const requiredNumber = (values: Values, name: string): number => Number(required(values, name))

/** The words of a required argument that takes all remaining ones. */
export const requiredTexts = (values: Values, name: string): readonly string[] =>
  [required(values, name)].flat().map(String)

function required(values: Values, name: string): Value {
  const value = values[name] ?? undefined
  if (value === undefined) throw new TypeError(`${name} is required`)
  return value
}
