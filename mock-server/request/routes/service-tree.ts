import type { EndpointGroup } from "../../../sdk/contract/core/endpoint.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { once } from "../../base/once.ts"
import { notFound } from "../../base/service-error.ts"
import { handlers } from "../../handlers/index.ts"
import { loads } from "../../handlers/loads.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import { authenticate } from "../authenticate.ts"
import type { WireRequest } from "../wire.ts"
import { type EndpointFacts, endpoints } from "./endpoints.gen.ts"
import type { Route, RouteSpec, RouteTree } from "./route-tree.ts"
import { Router } from "./router.ts"

/** A handler without its types, which are checked in the map of handlers. */
type AnyHandler = (world: World, caller: Caller | undefined, input: object) => unknown

function routeTo([name, facts]: readonly [name: string, facts: EndpointFacts]): Route {
  const [group = "", verb = ""] = name.split(".")
  const handler = once(() => {
    const ofGroup: Readonly<Record<string, unknown>> = handlers[group as keyof typeof handlers]()
    return ofGroup[verb] as AnyHandler
  })
  return {
    name,
    endpoint: withSchemas(facts, group, verb),
    load: loads[name],
    letIn: facts.auth.length === 0 ? undefined : (world, headers) => authenticate(world, facts, headers),
    run: ({ world }, caller, input) => handler()(world, caller, input),
  }
}

/** An endpoint whose schemas are made when a request comes to them: most of what a first answer would take otherwise. */
function withSchemas({ schemas = [], ...facts }: EndpointFacts, group: string, verb: string): RouteSpec {
  const groups: () => Readonly<Record<string, EndpointGroup>> = () => contract
  const spec = once(() => groups()[group]?.[verb])
  const [params, query, body] = [schemas.includes("params"), schemas.includes("query"), schemas.includes("body")]
  return {
    ...facts,
    get params() {
      return params ? spec()?.params : undefined
    },
    get query() {
      return query ? spec()?.query : undefined
    },
    get body() {
      return body ? spec()?.body : undefined
    },
  }
}

/** Every endpoint of the contract with its handler. */
export const serviceTree: RouteTree = {
  router: new Router(Object.entries(endpoints).map(routeTo)),
  json: {
    limit: limits.bodyBytes,
    bounds: {
      depth: limits.jsonDepth,
      items: limits.jsonItems,
      keys: limits.jsonKeys,
      values: limits.jsonValues,
    },
    isTyped: true,
  },
  isLimited: true,
  ignoresUnknown: true,
  refusePath: () => notFound("Path"),
  refuseEscape: () => notFound("Path"),
  // A path that names no possible record is a record that is not there.
  refuseParams: () => notFound("Record"),
}

/** The route of a request that is not on its way there. */
export function routeFor({ method, url }: WireRequest): Route | undefined {
  const match = serviceTree.router.match(method === "HEAD" ? "GET" : method, url.split("?", 1)[0] ?? "")
  return match !== undefined && "route" in match ? match.route : undefined
}

/** The endpoint that a request is for, if its errors have the popup's shape. Spec: Errors. */
export function popupEndpoint(request: WireRequest): RouteSpec | undefined {
  const endpoint = routeFor(request)?.endpoint
  return endpoint?.errorShape === "popup" ? endpoint : undefined
}
