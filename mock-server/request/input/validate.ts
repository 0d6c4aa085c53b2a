import * as z from "zod"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { invalid } from "../../base/mock-error.ts"
import { fieldMessage } from "./field-messages.ts"

/** The value in the schema's output form, or the 422 that names each field; the rule is for its caller to name. */
export function validate<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  // Most is in order, and options make every part of it dearer: it is read again with messages where something is wrong.
  let result = z.safeParse(schema, value)
  if (!result.success) result = z.safeParse(schema, value, { error: fieldMessage })
  if (result.success) return result.data
  // Without a prototype: a field can be called `constructor`.
  const errors: Record<string, string[]> = Object.create(null)
  let left = limits.problemsNamed + 1
  for (const { path, message } of problems(result.error)) {
    const field = fieldName(path)
    const before = errors[field]
    if (before === undefined) errors[field] = [message]
    else before.push(message)
    if (--left === 0) break
  }
  throw invalid(errors)
}

/** Lazily, field by field: seldom are all needed. */
export function* problems({ issues }: z.core.$ZodError): Generator<Pick<z.core.$ZodIssue, "path" | "message">> {
  for (const issue of issues) {
    const { path, message } = issue
    if (issue.code !== "unrecognized_keys") yield { path, message }
    else for (const key of issue.keys) yield { path: [...path, key], message }
  }
}

/** A field as errors name it: dots between levels. */
export const fieldName = (path: readonly PropertyKey[]): string => path.map(String).join(".") || "body"

/** Throws the 422 for a field of a query or form that repeats or lists more than may be. */
export function refuseManyItems(fields: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(fields)) {
    if (!Array.isArray(value) || value.length <= limits.jsonItems) continue
    throw invalid({ [name]: [`must have at most ${limits.jsonItems} items`] })
  }
}
