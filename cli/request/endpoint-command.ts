import { kebabCase } from "../../mock-server/base/kebab-case.ts"
import type { EndpointName } from "../../sdk/contract/index.ts"
import type { CommandSpec } from "../command/spec.ts"
import type { Tables } from "../command/tables.ts"
import { CliError } from "../errors/cli-error.ts"

/** The command of an endpoint; its group's table is read, and no other. */
export function endpointCommand(tables: Tables, name: EndpointName): CommandSpec {
  const command = tables.group(kebabCase(name.replace(/\..*/, "")))?.commands.find((one) => one.name === name)
  if (command) return command
  throw new CliError(`${name} has no command`)
}
