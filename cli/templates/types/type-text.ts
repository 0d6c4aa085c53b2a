import type { DataShape, ShapeField } from "../variables/data-shape.ts"

const step = "  "

/** A shape as a type of TypeScript. Lists are readonly, so that any list fits. */
export function typeText(shape: DataShape, indent = ""): string {
  switch (shape.kind) {
    case "any":
      return "unknown"
    case "scalar":
      return shape.types.join(" | ")
    case "map":
      return `Readonly<Record<string, ${typeText(shape.of, indent)}>>`
    case "list": {
      const element = typeText(shape.of, indent)
      const list = `readonly ${element.includes(" | ") && !element.startsWith("{") ? `(${element})` : element.startsWith("readonly ") ? `(${element})` : element}[]`
      return shape.orText ? `string | ${list}` : list
    }
    default:
      return objectText(shape.fields, indent)
  }
}

/** An object with a line for each field. */
export function objectText(fields: readonly ShapeField[], indent = ""): string {
  if (fields.length === 0) return "{}"
  const inner = indent + step
  const lines = fields.map(({ name, shape, isOptional }) => {
    const type = typeText(shape, inner)
    const optional = shape.kind === "any" ? type : `${type} | null | undefined`
    return `${inner}${keyText(name)}${isOptional ? `?: ${optional}` : `: ${type}`}\n`
  })
  return `{\n${lines.join("")}${indent}}`
}

/** A name as the key of an object. */
export const keyText = (name: string): string =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name)
