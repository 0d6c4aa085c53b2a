const name = /^[A-Za-z_$][\w$]*$/
const widest = 100

export function literal(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined"
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([key, item]) => `${nameOf(key)}: ${literal(item, inner)}`)
  const [open, close] = isList ? ["[", "]"] : ["{", "}"]
  if (parts.length === 0) return open + close
  const space = isList ? "" : " "
  const line = `${open}${space}${parts.join(", ")}${space}${close}`
  if (line.length + indent.length <= widest && !line.includes("\n")) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`
}

/** In brackets, `__proto__` is an ordinary field. */
const nameOf = (key: string) => (key === "__proto__" ? `["${key}"]` : name.test(key) ? key : JSON.stringify(key))

export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
