import * as z from "zod"
import { limits } from "../../../../sdk/contract/core/limits.ts"
import { invalid } from "../../../base/mock-error.ts"
import { fieldMessage, unknownField } from "./field-messages.ts"

/** What to use instead of an unknown field; undefined if there is nothing to say. */
type FieldHint = (field: string) => string | undefined

/** Returns the parsed value, or throws a 422 that names each invalid field. The caller adds the rule. */
export function validate<S extends z.core.$ZodType>(schema: S, value: unknown, hintFor?: FieldHint): z.output<S> {
  // Most values are valid and parse options are slow, so only an invalid value is parsed again for its messages.
  let result = z.safeParse(schema, value)
  if (!result.success) result = z.safeParse(schema, value, { error: fieldMessage })
  if (result.success) return result.data
  // Without a prototype: a field can be named `constructor`.
  const errors: Record<string, string[]> = Object.create(null)
  let remaining = limits.problemsNamed + 1
  for (const { path, message: problem } of problems(result.error)) {
    const field = fieldName(path)
    const hint = problem === unknownField ? hintFor?.(field) : undefined
    const message = hint === undefined ? problem : `${problem}: ${hint}`
    const before = errors[field]
    if (before === undefined) errors[field] = [message]
    else before.push(message)
    if (--remaining === 0) break
  }
  throw invalid(errors)
}

/** Generates the problems lazily: callers rarely need all of them. */
export function* problems({ issues }: z.core.$ZodError): Generator<Pick<z.core.$ZodIssue, "path" | "message">> {
  for (const issue of issues) {
    const { path, message } = issue
    if (issue.code !== "unrecognized_keys") yield { path, message }
    else for (const key of issue.keys) yield { path: [...path, key], message }
  }
}

/** The name of a field in errors, with dots between levels. */
export const fieldName = (path: readonly PropertyKey[]): string => path.map(String).join(".") || "body"

/** Throws the 422 for a query or form field with too many values. */
export function refuseManyItems(fields: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(fields)) {
    if (!Array.isArray(value) || value.length <= limits.jsonItems) continue
    throw invalid({ [name]: [`must have at most ${limits.jsonItems} items`] })
  }
}
