import type { JsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import type { ExitCode } from "../errors/exit-codes.ts"

/** What a command takes and gives, beside what its table says; made at build time. */
export interface CommandSchema {
  /** One object with the fields of path, query and body, by their names in the contract; only of endpoints. */
  readonly input?: JsonSchema
  /** An input that works on a fresh mock server. */
  readonly example?: Readonly<Record<string, unknown>>
  /** What is printed with `--output json`. */
  readonly output: JsonSchema
  readonly exit_codes: readonly ExitCode[]
}

/** `generated/tables/_schemas.json`: the schemas of all commands by name, and the models that they refer to. */
export interface CommandSchemas {
  readonly commands: Readonly<Record<string, CommandSchema>>
  readonly $defs: Readonly<Record<string, JsonSchema>>
}

/** The models that a value refers to, directly or through others. */
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
