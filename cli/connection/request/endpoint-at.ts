import { kebabCase } from "../../../mock-server/base/kebab-case.ts"
import { routes } from "../../../sdk/client/routes.gen.ts"
import type { EndpointName } from "../../../sdk/contract/index.ts"
import { plainPath, routeAt } from "../../../sdk/sending/recipients/plain-path.ts"
import type { CommandSpec } from "../../line/command/spec.ts"
import type { Tables } from "../../line/command/tables.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"

/** The command of an endpoint. Loads only its group's table. */
export function endpointCommand(tables: Tables, name: EndpointName): CommandSpec {
  const command = tables.group(kebabCase(name.replace(/\..*/, "")))?.commands.find((one) => one.name === name)
  if (command) return command
  throw new CliError(`${name} has no command`)
}

/** The command of a request, and the parameters in its path; undefined for a path that the contract does not have. */
export function commandAt(
  tables: Tables,
  method: string,
  path: string,
): { readonly command: CommandSpec; readonly params: Record<string, string> } | undefined {
  const name = routeAt(method, plainPath(path))
  if (!name) return undefined
  const pattern = routes[name].path.replace(/\{(\w+)\}/g, "(?<$1>[^/?]+)")
  return { command: endpointCommand(tables, name), params: { ...new RegExp(pattern).exec(path)?.groups } }
}
