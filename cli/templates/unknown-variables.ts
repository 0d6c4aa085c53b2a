import type { LiquidEngine } from "../../mock-server/resources/messages/liquid.ts"
import { nearest } from "../line/suggest.ts"
import type { Problem } from "./place.ts"
import type { FolderTemplate } from "./read-templates.ts"
import type { Sample } from "./template-yaml.ts"
import { readVariables } from "./variables/read-variables.ts"
import type { Variable } from "./variables/variable.ts"

/** The service's fields of every contact; a brand can add more. */
const contactFields = ["id", "email", "first_name", "last_name", "data"]

/**
 * Variables that are always empty, each with its place and a suggested name. These are names that no sample has, unless
 * the template handles their absence, and names that do not exist. Fields of loop variables are not checked.
 */
export function unknownVariables(engine: LiquidEngine, { parts, samples }: FolderTemplate): Problem[] {
  const problems: Problem[] = []
  for (const part of Object.values(parts)) {
    const { data, contact, unknown } = readVariables([engine.parse(part.text)])
    const roots: Readonly<Record<string, Variable>> = { data, contact }
    for (const { path, at } of engine.namedIn(part.text)) {
      const [root = "", ...fields] = path
      const isUnknown = Object.hasOwn(roots, root)
        ? isNeeded(roots[root], fields) && isMissing(root, fields, Object.values(samples))
        : unknown.has(root)
      if (isUnknown) problems.push({ ...part.placeOf(at), message: messageFor(path, Object.values(samples)) })
    }
  }
  return problems
}

/** True when the text has a gap without it. */
function isNeeded(root: Variable | undefined, path: readonly string[]): boolean {
  let variable = root
  for (const name of path) variable = variable?.fields.get(name)
  return path.length > 0 && variable?.isNeeded === true
}

function isMissing(root: string, path: readonly string[], samples: readonly Sample[]): boolean {
  const [field = ""] = path
  if (root === "contact") {
    if (contactFields.includes(field)) return false
    // A brand can add contact fields: without samples, report only likely misspellings.
    if (samples.length === 0) return nearest(field, contactFields) !== undefined
    return samples.every(({ contact }) => !isIn(contact, path))
  }
  return samples.length > 0 && samples.every(({ data }) => !isIn(data, path))
}

function isIn(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  // Lists and texts have `size`, `first` and `last`.
  if (Array.isArray(value) || typeof value === "string") return true
  return (
    typeof value === "object" && value !== null && Object.hasOwn(value, name) && isIn(Reflect.get(value, name), rest)
  )
}

function messageFor(path: readonly string[], samples: readonly Sample[]): string {
  const [root = "", ...fields] = path
  const isRoot = root === "data" || root === "contact"
  const name = path.join(".")
  const knownPaths = samples.flatMap((sample) => [
    ...namesIn("data", sample.data),
    ...namesIn("contact", sample.contact),
  ])
  const contactPaths = contactFields.map((field) => `contact.${field}`)
  // A bare name matches one with its root.
  const suggestion = isRoot
    ? nearest(
        name,
        [...knownPaths, ...contactPaths].filter((one) => one.startsWith(`${root}.`)),
      )
    : [...knownPaths, ...contactPaths].find((one) => one.endsWith(`.${name}`))
  const why = isRoot
    ? fields.length > 0 && samples.length > 0
      ? "no sample has"
      : "no contact has"
    : "unknown variable"
  return `${why} {{ ${name} }}${suggestion === undefined ? "" : `: did you mean {{ ${suggestion} }}?`}`
}

function namesIn(at: string, value: unknown): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => [`${at}.${name}`, ...namesIn(`${at}.${name}`, inner)])
}
