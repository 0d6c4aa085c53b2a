import { visibleText } from "../../../sdk/contract/core/clean-text.ts"
import type { DataShape, ShapeField } from "../variables/data-shape.ts"

const step = "  "

/** A shape as a TypeScript type. Lists are readonly, so that any list is assignable. */
export function typeText(shape: DataShape, indent = ""): string {
  switch (shape.kind) {
    case "any":
      return "unknown"
    case "scalar":
      return shape.types.join(" | ")
    case "map":
      return `Readonly<Record<string, ${typeText(shape.of, indent)}>>`
    case "list":
      return listText(shape.of, indent, shape.orText)
    default:
      return objectText(shape.fields, indent)
  }
}

function listText(of: DataShape, indent: string, orText = false): string {
  const element = typeText(of, indent)
  const isSimple = of.kind === "object" || of.kind === "map" || /^\w+$/.test(element)
  return `${orText ? "string | " : ""}readonly ${isSimple ? element : `(${element})`}[]`
}

function objectText(fields: readonly ShapeField[], indent: string): string {
  if (fields.length === 0) return "{}"
  const inner = indent + step
  const lines = fields.map(({ name, shape, isOptional }) => {
    const type = typeText(shape, inner)
    const maybe = shape.kind === "any" ? type : `${type} | null | undefined`
    return `${inner}${keyText(name)}${isOptional ? `?: ${maybe}` : `: ${type}`}\n`
  })
  return `{\n${lines.join("")}${indent}}`
}

const keyText = (name: string): string =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) && visibleText(name) === name ? name : JSON.stringify(name)
