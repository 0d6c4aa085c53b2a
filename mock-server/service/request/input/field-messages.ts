import * as z from "zod"

export const unknownField = "is not a known field"

/** The message for an invalid field; it follows the field's name. A schema's own message takes precedence. */
export function fieldMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "unrecognized_keys":
      return unknownField
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${typeOf(issue)}`
    case "invalid_value":
      return issue.input === undefined ? "is required" : `must be ${oneOf(issue.values)}`
    case "invalid_format":
      return `must be ${formats[issue.format] ?? "of the right form"}`
    case "invalid_key":
      return `is not a key: ${issue.issues[0]?.message ?? "it is of the wrong form"}`
    case "too_small":
      return limitText(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum)
    case "too_big":
      return limitText(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum)
    case "invalid_union":
      return issue.input === undefined ? "is required" : nearest(issue.errors)
    default:
      return undefined
  }
}

/** The expected type of a field. The integer schema reports text like any number schema. */
function typeOf({ expected, inst }: z.core.$ZodRawIssue & { expected: string }): string {
  const type = inst instanceof z.ZodNumber && inst.isInt ? "int" : expected
  return types[type] ?? type
}

const types: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
}

const formats: Readonly<Record<string, string>> = {
  email: "an e-mail address",
  url: "a web address",
  datetime: "a date and time in ISO 8601, UTC",
  uuid: "a UUID",
}

function limitText(origin: string, how: string, limit: number | bigint): string {
  if (origin !== "array" && origin !== "string") return `must be ${how} ${limit}`
  if (how === "at least" && limit === 1) return "must not be empty"
  return `must have ${how} ${limit} ${origin === "array" ? "items" : "characters"}`
}

const oneOf = (values: readonly unknown[]) => (values.length === 1 ? "" : "one of ") + values.join(", ")

/** The message for a union: that of the closest variant, whose type matches or in which only a part is invalid. */
function nearest(errors: readonly (readonly z.core.$ZodIssue[])[]): string {
  const first =
    errors.find((issues) => issues.every(({ path }) => path.length > 0)) ??
    errors.find((issues) => issues.every(({ code }) => code !== "invalid_type")) ??
    errors[0]
  if (!first?.[0]) return "is not valid"
  const { path, message } = first[0]
  return [...path.filter((key) => typeof key === "string"), message].join(" ")
}
