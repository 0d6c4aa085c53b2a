import * as z from "zod"
import { fieldMessage } from "./field-messages.ts"
import { fieldName, problems } from "./validate.ts"

/** Parses options. @throws TypeError that names the first invalid option. */
export function readOptions<S extends z.core.$ZodType>(of: string, schema: S, options: unknown): z.output<S> {
  const result = z.safeParse(schema, options, { error: fieldMessage })
  if (result.success) return result.data
  const [{ path, message } = { path: [], message: "" }] = problems(result.error)
  throw new TypeError(`${of}: ${path.length > 0 ? fieldName(path) : "the options"}: ${message}`)
}
