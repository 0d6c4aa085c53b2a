const width = 110

/** A value as JSON: what fits into a line stands in one. */
export const jsonText = (value: unknown): string => literal(value, "", JSON.stringify)

/** The same as TypeScript: names without quotes where they need none. */
export const codeText = (value: unknown): string =>
  literal(value, "", (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)))

function literal(value: unknown, indent: string, nameText: (name: string) => string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const deeper = `${indent}  `
  const part = ([name, inner]: [string, unknown]) =>
    `${isList ? "" : `${nameText(name)}: `}${literal(inner, deeper, nameText)}`
  const parts = Object.entries(value).map(part)
  const [open, close] = isList ? ["[", "]"] : ["{", "}"]
  if (parts.length === 0) return open + close
  const line = isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`
  if (indent.length + line.length <= width && !line.includes("\n")) return line
  return `${open}\n${parts.map((text) => deeper + text).join(",\n")}\n${indent}${close}`
}
