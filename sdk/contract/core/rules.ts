import * as z from "zod"

/** Reports a problem of a field. The message follows the field's name. */
export type Refuse = (field: string, message: string) => void

/** A body as a rule sees it: any field can be missing or of a wrong type, which its own schema reports. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * A rule between fields, for `schema.check(…)`. It runs even if single fields are invalid,
 * so that one response names all problems.
 */
export function fieldRule(rule: (fields: Fields, refuse: Refuse) => void) {
  return z.superRefine<Fields>(
    (fields, context) => rule(fields, (field, message) => context.addIssue({ code: "custom", path: [field], message })),
    { when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value) },
  )
}

/** The type of an object that passes `exactlyOneOf` of all its fields. */
export type ExactlyOneOf<T> = {
  [K in keyof T]-?: { [Given in K]-?: NonNullable<T[Given]> } & Without<T, Exclude<keyof T, K>>
}[keyof T]

/** Omitted fields. A type of its own, so that editors still show their comments. */
export type Without<T, K extends keyof T> = { readonly [Field in K]?: undefined }

/** Exactly one of the fields must be present; if none is, the first one is reported. */
export function exactlyOneOf(...names: readonly [string, string, ...string[]]) {
  return fieldRule((fields, refuse) => {
    const presentNames = names.filter((name) => fields[name] !== undefined)
    if (presentNames.length === 0) refuse(names[0], `or ${names.slice(1).join(" or ")} is required`)
    for (const name of presentNames.slice(1)) refuse(name, `cannot be given together with ${presentNames[0]}`)
  })
}
