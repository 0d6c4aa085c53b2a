import { listEndpoints, type NamedEndpoint } from "../../../../sdk/contract/core/endpoints.ts"
import { limits } from "../../../../sdk/contract/core/limits.ts"
import { contract } from "../../../../sdk/contract/index.ts"
import { notFound } from "../../../base/service-error.ts"
import * as handlers from "../../../resources/handlers.ts"
import type { Handlers } from "../../../resources/handlers-for.ts"
import { preloads } from "../../../resources/preload.ts"
import type { Caller } from "../../../world/caller.ts"
import { OncePerKey, replayByKey } from "../../../world/idempotency.ts"
import type { World } from "../../../world/world.ts"
import { authenticate } from "../authenticate.ts"
import type { WireRequest } from "../wire.ts"
import type { Route, RouteSpec, RouteTree } from "./route-tree.ts"
import { Router } from "./router.ts"

/** A group without handlers does not compile. */
const groups: Handlers = handlers

/** A handler without exact types: the map of handlers checks them. */
type AnyHandler = (world: World, caller: Caller | undefined, input: AnyInput) => unknown
interface AnyInput {
  readonly idempotencyKey?: string | undefined
}

function routeTo({ name, group, verb, spec }: NamedEndpoint): Route {
  const ofGroup: Readonly<Record<string, unknown>> = groups[group as keyof Handlers]
  const handler = ofGroup[verb] as AnyHandler
  return {
    name,
    endpoint: spec,
    preload: preloads[name],
    authenticate: spec.auth.length === 0 ? undefined : (world, headers) => authenticate(world, spec, headers),
    run({ world }, caller, input: AnyInput) {
      const outcome = handler(world, caller, input)
      if (!(outcome instanceof OncePerKey) || caller === undefined) return outcome
      return replayByKey(world, { caller, endpoint: name, key: input.idempotencyKey }, outcome)
    },
  }
}

/** Every endpoint of the contract with its handler. */
export const serviceTree: RouteTree = {
  router: new Router(listEndpoints(contract).map(routeTo)),
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
  refusePath: () => notFound("35.4", "Path"),
  refuseEscape: () => notFound("35.4", "Path"),
  // An invalid id in a path is a 404, as for an unknown record.
  refuseParams: () => notFound("35.3", "Record"),
}

/** The route of a request that is not being processed. */
export function routeFor({ method, url }: WireRequest): Route | undefined {
  const match = serviceTree.router.match(method === "HEAD" ? "GET" : method, url.split("?", 1)[0] ?? "")
  return match !== undefined && "route" in match ? match.route : undefined
}

/** The endpoint of a request, if its errors have the popup's format. Spec: Errors. */
export function popupEndpoint(request: WireRequest): RouteSpec | undefined {
  const endpoint = routeFor(request)?.endpoint
  return endpoint?.errorShape === "popup" ? endpoint : undefined
}
