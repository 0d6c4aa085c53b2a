import type { JsonSchema } from "../../../sdk/contract/openapi/json-schema.ts"
import type { CommandSpec } from "../command/spec.ts"
import type { CommandSchemas } from "../command/tables.ts"
import { reachedDefs } from "./reached-defs.ts"
import { argumentsSchema } from "./rules-schema.ts"
import { safetyOf } from "./safety.ts"

/**
 * A compact command description for LLM agents: the input as JSON Schema, and the names of the output. Shared by `mas
 * schema --agent` and the tool `describe`.
 */
export function briefCommand(
  command: CommandSpec,
  schemas: CommandSchemas,
  input: JsonSchema = schemas.commands[command.name]?.input ?? argumentsSchema(command.positionals, command.flags),
) {
  const { name, summary, description = [], endpoint } = command
  const example = schemas.commands[name]?.example
  const $defs = reachedDefs(input, schemas)
  const help = description.filter((paragraph) => !/^On a terminal/.test(paragraph)).join(" ")
  return {
    name,
    summary,
    ...(help === "" ? {} : { description: help }),
    safety: safetyOf(command),
    input,
    ...(Object.keys($defs).length > 0 ? { $defs } : {}),
    ...(example ? { example } : {}),
    ...(endpoint ? { credentials: endpoint.credentials } : {}),
    ...(endpoint ? { gives: endpoint.paginated ? { items: [endpoint.fields] } : endpoint.fields } : {}),
  }
}
