import type * as z from "zod"
import type { EndpointSpec } from "../../contract/core/endpoint.ts"
import type { EndpointName } from "../../contract/index.ts"
import { plainPath, routeAt } from "../../sending/recipients/plain-path.ts"
import { type Route, routes } from "../routes.gen.ts"
import { isObject } from "../transport/fields.ts"
import { parseEndpoint } from "./address.ts"

/** The route of a call, and its name for messages if it has one. */
export interface Target extends Omit<Route, "method" | "path" | "timestamps" | "status"> {
  readonly timestamps?: Route["timestamps"] | undefined
  readonly name?: string | undefined
  /** The response schema, if the caller passed the endpoint's definition. */
  readonly response?: z.core.$ZodType | null
  readonly status?: EndpointSpec["status"]
  readonly method: string
  readonly path: string
  /** The contract lacks this path: only the caller knows whether a key and a credential are needed. */
  readonly isUnknown?: boolean
}

/** Resolves an endpoint's name, its definition, or text such as `GET /v1/my/contacts`. */
export function targetOf(endpoint: string | EndpointSpec): Target {
  if (isObject(endpoint)) return defined(endpoint)
  return isName(endpoint) ? { name: endpoint, ...routes[endpoint] } : { ...parseEndpoint(endpoint), isUnknown: true }
}

/** Applies the contract's rules for keys, credentials and files by path, in case the endpoint was called by method and path. */
export function validTarget(target: Target, path: string): Target {
  const name = target.isUnknown && routeAt(target.method, plainPath(path))
  if (!name) return target
  const { paginated, ...rules }: Route = routes[name]
  return { ...rules, ...target, isUnknown: false }
}

function isName(endpoint: string): endpoint is EndpointName {
  return Object.hasOwn(routes, endpoint)
}

function defined({ auth, paginated, ...spec }: EndpointSpec): Target {
  return {
    ...spec,
    ...(auth.length === 0 && { auth: false }),
    ...(paginated && { paginated: paginated.size }),
    timestamps: Object.values<Route>(routes).find((route) => route.path === spec.path && route.method === spec.method)
      ?.timestamps,
  }
}
