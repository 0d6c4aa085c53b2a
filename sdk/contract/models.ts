import * as z from "zod"
import * as exported from "./index.ts"

/** Types that stay where they are used: a reference to `Email` would say less than `format: email`. */
const scalars: ReadonlySet<string> = new Set(["string", "number", "int", "boolean", "literal", "custom", "unknown"])

/** Every model of the contract under its export name. A model that is exported is known; nothing else lists it. */
export const models: ReadonlyMap<string, z.core.$ZodType> = new Map(
  Object.entries(exported).flatMap(([name, value]) =>
    value instanceof z.core.$ZodType && !scalars.has(value._zod.def.type) ? [[name, value] as const] : [],
  ),
)

const names = new Map([...models].map(([name, schema]) => [schema, name]))

/** The export name of a model. */
export function modelName(schema: z.core.$ZodType): string | undefined {
  return names.get(schema)
}
