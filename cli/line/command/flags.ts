import type { Flag, Positional, ValueRules } from "./spec.ts"

/** A flag or a positional argument: both have the same fields. */
type Parameter = Flag & Pick<Positional, "rest">
type More = Partial<Omit<Parameter, "name" | "type" | "description">>

const parameter =
  (rules: ValueRules) =>
  (name: string, description: string, more: More = {}): Parameter => ({ name, ...rules, description, ...more })

export const text = parameter({ type: "string" })
export const integer = parameter({ type: "integer" })
export const number = parameter({ type: "number" })
export const boolean = parameter({ type: "boolean" })
export const map = parameter({ type: "map" })
export const json = parameter({ type: "json" })
export const duration = parameter({ type: "string", format: "duration" })
export const file = parameter({ type: "string", format: "file" })
export const moment = parameter({ type: "string", format: "moment" })

export const choice = (name: string, choices: readonly string[], description: string, more: More = {}): Parameter =>
  text(name, description, { choices, ...more })
