import { jsonFromText } from "../../sdk/contract/core/parse-text.ts"
import { refusedValue } from "../errors/cli-error.ts"

type Fields = Record<string, unknown>

/**
 * Puts values at their dotted paths. Where there is text, what is set stays text; elsewhere it is read as JSON where it
 * is JSON, and is text otherwise.
 */
export function setPaths(target: Fields, changes: Readonly<Record<string, unknown>>): void {
  for (const [path, value] of Object.entries(changes)) setPath(target, path.split("."), value, path)
}

function setPath(target: Fields, [key = "", ...rest]: string[], value: unknown, path: string): void {
  if (key === "" || key === "__proto__") throw refusedValue("--set", `${path}= names no field`)
  const before = Object.hasOwn(target, key) ? target[key] : undefined
  if (rest.length === 0) {
    target[key] = typeof before === "string" || typeof value !== "string" ? value : jsonFromText(value)
    return
  }
  const inner: Fields = isFields(before) ? { ...before } : {}
  setPath(inner, rest, value, path)
  target[key] = Array.isArray(before) ? Object.assign([...before], inner) : inner
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null
