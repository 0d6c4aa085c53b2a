import { UsageError } from "../terminal/errors/cli-error.ts"
import { nameIn } from "../terminal/output/fields.ts"
import type { GlobalFlags } from "./command/global-flags.ts"
import type { CommandSpec } from "./command/spec.ts"
import { nearest } from "./suggest.ts"

/** Rejects columns that the command's response does not have, before anything is sent; nested names are not checked. */
export function checkColumns(
  { endpoint, rows = endpoint }: CommandSpec,
  { columns = [], "dry-run": isDry }: GlobalFlags,
): void {
  const fields = rows?.fields ?? []
  const availableFields = isDry ? [...fields, "method", "url", "headers", "body"] : fields
  const topFields = new Set(availableFields.map((field) => field.replace(/\..*/, "")))
  const isKnown = (column: string) => nameIn(column.replace(/\..*/, ""), (name) => topFields.has(name)) !== undefined
  const unknown = columns.find((column) => fields.length > 0 && !isKnown(column))
  if (unknown === undefined) return
  const near = nearest(unknown, [...fields, ...topFields])
  throw new UsageError(
    `unknown column ${unknown}`,
    near ? `Did you mean ${near}?` : `There are ${[...topFields].join(", ")}.`,
  )
}
