import type { Template } from "../../sdk/contract/templates.ts"

/** The single-line fields of a template, by their names at the service, in the order in which files show them. */
export const lineFields = ["name", "subject", "preheader", "from_name", "from_email", "reply_to"] as const
export const bodyFields = ["html", "body"] as const
export const contentFields = [...lineFields, ...bodyFields] as const

export type LineField = (typeof lineFields)[number]
export type BodyField = (typeof bodyFields)[number]
export type ContentField = (typeof contentFields)[number]

/** A template's content: null for a field it does not have. */
export type Content = Readonly<Record<Exclude<ContentField, "name">, string | null> & Record<"name", string>>

export function contentOf(template: Pick<Template, ContentField>): Content {
  const { name } = template
  const rest = contentFields.map((field) => [field, template[field] ?? null])
  return { ...Object.fromEntries(rest), name }
}

export const changedFields = (one: Content, other: Content): ContentField[] =>
  contentFields.filter((field) => one[field] !== other[field])
