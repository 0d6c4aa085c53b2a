import type { JsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import type { CommandSchemas } from "../command/tables.ts"

/** The models that a value refers to, directly or indirectly. */
export function reachedDefs(value: unknown, { $defs }: Pick<CommandSchemas, "$defs">): Record<string, JsonSchema> {
  const reached: Record<string, JsonSchema> = {}
  const visit = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const model = $defs[name]
      if (!model || Object.hasOwn(reached, name)) continue
      reached[name] = model
      visit(model)
    }
  }
  visit(value)
  return reached
}
