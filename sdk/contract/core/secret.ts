import type * as z from "zod"

/**
 * Marks a text that only its owner may see: a password, a token, a signing secret. Wherever values are shown (logs,
 * errors, prompts, the mock server's journal, the OpenAPI document), it is hidden for this mark; in a list, mark the items.
 */
export function secret<S extends z.ZodType<string | null | undefined>>(schema: S): S {
  return schema.meta({ secret: true })
}
