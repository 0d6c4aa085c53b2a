// A namespace import: bundlers leave out what is not used here, such as zod's translations.
import * as core from "zod/v4/core"
import * as exported from "../index.ts"

/** Types that stay where they are used: a reference to `Email` would say less than `format: idn-email`. */
const scalars: ReadonlySet<string> = new Set(["string", "number", "int", "boolean", "literal", "custom", "unknown"])

/** The type of a schema, before it is converted. */
const typeOf = (schema: core.$ZodType): string =>
  schema instanceof core.$ZodPipe ? typeOf(schema._zod.def.in) : schema._zod.def.type

/** Every model of the contract under its export name. A model that is exported is known; nothing else lists it. */
export const models: ReadonlyMap<string, core.$ZodType> = new Map(
  Object.entries(exported).flatMap(([name, value]) =>
    value instanceof core.$ZodType && !scalars.has(typeOf(value)) ? [[name, value] as const] : [],
  ),
)

const names = new Map([...models].map(([name, schema]) => [schema, name]))

/** The export name of a model. */
export function modelName(schema: core.$ZodType): string | undefined {
  return names.get(schema)
}
