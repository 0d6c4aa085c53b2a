import { depthOfJson } from "../../contract/core/json-depth.ts"

/** Deeper values are an accident or an attack. */
export const maxJsonDepth = 64

/** Names that only hold other fields: `attributes.newsletter` asks what "newsletter" asks. */
const holder =
  /^(?:data|attributes?|custom_?(?:attributes|fields|data)?|fields|properties|traits|meta_?data|meta|merge_?fields|profile|contact|person|subscriber|customer|user|member|values?)$/i

export const isJson = (text: string): boolean => /^[[{]/.test(text)

/** The texts, numbers and truth values within a cell of JSON, by their path; none if it is not JSON. */
export function fieldsOfJson(text: string, header: string): [name: string, value: string][] {
  const fields: [string, string][] = []
  const collect = (value: unknown, path: readonly string[]): void => {
    if (typeof value === "object") {
      // An element of a list has the list's name.
      for (const [key, field] of Object.entries(value ?? {}))
        collect(field, Array.isArray(value) ? path : [...path, key])
    } else if (path.length > 0) fields.push([path.filter((name) => !holder.test(name)).join("."), String(value).trim()])
  }
  if (depthOfJson(text) > maxJsonDepth) return []
  try {
    collect(JSON.parse(text), [header])
  } catch {
    return []
  }
  return fields
}
