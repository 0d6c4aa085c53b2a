import type * as z from "zod"
import type { EndpointSpec } from "../contract/core/endpoint.ts"
import type { EndpointName } from "../contract/index.ts"
import { type Route, routes } from "../routes.gen.ts"
import { isObject } from "../transport/fields.ts"
import { parseEndpoint } from "./address.ts"

/** What is called: a route, and the name to speak of it by where it has one. */
export interface Target extends Omit<Route, "method" | "path"> {
  readonly name?: string | undefined
  /** The schema of the answer, where the caller gave the endpoint's definition. */
  readonly response?: z.core.$ZodType | null
  readonly method: string
  readonly path: string
  /** The contract does not have the path: only the caller knows whether a key is read and a credential is needed. */
  readonly isUnknown?: boolean
}

/** Those that were called by name before. */
const named = /* @__PURE__ */ new Map<string, Target>()

/** What an endpoint's name, its definition, or text such as `GET /v1/my/contacts` stands for. */
export function targetOf(endpoint: string | EndpointSpec): Target {
  if (isObject(endpoint)) return defined(endpoint)
  const known = named.get(endpoint)
  if (known) return known
  if (!isName(endpoint)) return addressed(endpoint)
  const target = { name: endpoint, ...routes[endpoint] }
  named.set(endpoint, target)
  return target
}

/** A method and a path: what the contract says of them about keys and credentials holds, by whatever name they are called. */
function addressed(endpoint: string): Target {
  const target = parseEndpoint(endpoint)
  const name = endpointAt(target)
  if (!name) return { ...target, isUnknown: true }
  const { paginated, upload, download, ...rules }: Route = routes[name]
  return { ...rules, ...target }
}

/** The name of the contract's endpoint that a method and a path mean. */
export function endpointAt({ method, path }: Pick<Target, "method" | "path">): EndpointName | undefined {
  const address = `${method} ${path.replace(/\/*(\?.*)?$/, "")}`
  return Object.keys(routes)
    .filter(isName)
    .find((name) =>
      new RegExp(`^${routes[name].method} ${routes[name].path.replace(/\{\w+\}/g, "[^/]+")}$`).test(address),
    )
}

function isName(endpoint: string): endpoint is EndpointName {
  return Object.hasOwn(routes, endpoint)
}

function defined({ auth, paginated, ...spec }: EndpointSpec): Target {
  return {
    ...spec,
    ...(auth.length === 0 && { auth: false }),
    ...(paginated && { paginated: paginated.size }),
  }
}
