import type * as z from "zod"
import type { EndpointSpec } from "../contract/core/endpoint.ts"
import type { EndpointName } from "../contract/index.ts"
import { type Route, routes } from "../routes.gen.ts"
import { isObject } from "../transport/fields.ts"
import { parseEndpoint } from "./address.ts"

/** What is called: a route, and the name to speak of it by where it has one. */
export interface Target extends Omit<Route, "method" | "path" | "timestamps"> {
  readonly timestamps?: Route["timestamps"] | undefined
  readonly name?: string | undefined
  /** The schema of the answer, where the caller gave the endpoint's definition. */
  readonly response?: z.core.$ZodType | null
  readonly method: string
  readonly path: string
  /** The contract does not have the path: only the caller knows whether a key is read and a credential is needed. */
  readonly isUnknown?: boolean
}

/** What an endpoint's name, its definition, or text such as `GET /v1/my/contacts` stands for. */
export function targetOf(endpoint: string | EndpointSpec): Target {
  if (isObject(endpoint)) return defined(endpoint)
  return isName(endpoint) ? { name: endpoint, ...routes[endpoint] } : { ...parseEndpoint(endpoint), isUnknown: true }
}

/** What the contract says of keys and credentials holds by whatever name an endpoint is called: here by the path that is sent. */
export function known(target: Target, path: string): Target {
  const name = target.isUnknown && endpointAt({ ...target, path })
  if (!name) return target
  const { paginated, upload, download, ...rules }: Route = routes[name]
  return { ...rules, ...target, isUnknown: false }
}

/**
 * The name of the contract's endpoint that a service may take a method and a path for. Services differ in what they make of
 * `%6c`, `//`, capital letters and an ending, and may themselves lie below another path.
 */
export function endpointAt({ method, path }: Pick<Target, "method" | "path">): EndpointName | undefined {
  // Not `decodeURIComponent`, which gives up where a single character is wrong.
  const address = unescape(path).replace(/\/+/g, "/")
  return Object.keys(routes)
    .filter(isName)
    .filter((name) => routes[name].method === method.toUpperCase())
    .find((name) => {
      const pattern = routes[name].path.replace(/\{\w+\}/g, "[^/]+")
      return new RegExp(`${pattern}/?([.;?\\s]|$)`, "i").test(address)
    })
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
