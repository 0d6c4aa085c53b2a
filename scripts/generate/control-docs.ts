import { readdirSync } from "node:fs"
import * as z from "zod"
import type { ModelDoc } from "../../sdk/contract/openapi/docs.gen.ts"
import { docsIn } from "./model-docs.ts"

const folder = "mock-server/control/"
const docsOf = docsIn([folder])
const names = new Map<unknown, string>()
for (const file of readdirSync(new URL(`../../${folder}`, import.meta.url))) {
  if (!file.endsWith(".ts")) continue
  const exported: object = await import(`../../${folder}${file}`)
  for (const [name, value] of Object.entries(exported)) if (value instanceof z.core.$ZodType) names.set(value, name)
}

/** The comments of an exported schema of the control API, and of its fields by path. */
export const docsOfControl = (schema: z.core.$ZodType): ModelDoc => docsOf(names.get(schema) ?? "")
