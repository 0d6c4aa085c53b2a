import { routes } from "../../../sdk/client/routes.gen.ts"
import type { EndpointName } from "../../../sdk/contract/index.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"

/** The client's name for a command that is an endpoint. */
export function endpointName(name: string): EndpointName {
  for (const endpoint of Object.keys(routes)) if (endpoint === name) return endpoint as EndpointName
  throw new CliError(`${name} is not an endpoint`)
}
