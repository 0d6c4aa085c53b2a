import * as z from "zod"
import { invalid } from "../../base/service-error.ts"
import { fieldMessage } from "./field-messages.ts"

/** The value in the schema's output form, or the 422 that names each field. */
export function validate<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { error: fieldMessage })
  if (result.success) return result.data
  // Without a prototype: a field can be called `constructor`.
  const errors: Record<string, string[]> = Object.create(null)
  for (const issue of result.error.issues) {
    const fields = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    for (const path of fields) {
      const field = path.map(String).join(".") || "body"
      errors[field] = [...(errors[field] ?? []), issue.message]
    }
  }
  throw invalid(errors)
}
