import type * as z from "zod"
import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"
import type { Caller } from "../../world/caller.ts"
import type { MountedWorld } from "../../world/mounted-world.ts"
import type { World } from "../../world/world.ts"
import type { JsonRules } from "../input/json.ts"
import type { WireRequest } from "../wire.ts"
import type { Router } from "./router.ts"

/** What the way of a request wants to know of an endpoint. */
export type RouteSpec = Pick<
  EndpointSpec,
  "status" | "replayStatus" | "invalid" | "errorShape" | "paginated" | "idempotency" | "upload" | "download"
> & {
  readonly params?: z.core.$ZodType | undefined
  readonly query?: z.core.$ZodType | undefined
  readonly body?: z.core.$ZodType | undefined
  readonly method: string
  readonly path: string
  /** True where what it does has to be waited for. */
  readonly waits?: true
}

/** An endpoint, who may use it, and what it does. */
export interface Route {
  /** `invites.create` */
  readonly name: string
  readonly endpoint: RouteSpec
  /** Finds out who asks, or throws; left out where anybody may. */
  readonly authenticate?: ((world: World, headers: WireRequest["headers"]) => Caller) | undefined
  /** Loads what it needs in memory once the body is there; nothing where there is nothing to wait for. */
  readonly preload?: ((body: unknown) => Promise<unknown> | undefined) | undefined
  /** The exact types of input and answer are checked where the endpoint is defined. */
  readonly run: (mounted: MountedWorld, caller: Caller | undefined, input: object) => unknown
}

/** Endpoints that are answered alike: the service's, or those of the control API. */
export interface RouteTree {
  readonly router: Router<Route>
  readonly json: JsonRules
  /** Whether its requests count for the limit of requests a second. */
  readonly isLimited: boolean
  /** Whether reads pass over query parameters that they do not know. */
  readonly ignoresUnknown: boolean
  /** What is thrown for a path that no endpoint has. */
  readonly refusePath: () => Error
  /** What is thrown for a path with a broken escape in this segment. */
  readonly refuseEscape: (segment: string) => Error
  /** What is thrown for parameters in the path for which validation has thrown `error`. */
  readonly refuseParams: (error: unknown) => unknown
}
