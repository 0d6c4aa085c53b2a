import type * as z from "zod"
import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"
import type { Caller } from "../../world/caller.ts"
import type { MountedWorld } from "../../world/mounted-world.ts"
import type { World } from "../../world/world.ts"
import type { JsonRules } from "../input/json.ts"
import type { WireRequest } from "../wire.ts"
import type { Router } from "./router.ts"

/** The facts of an endpoint that request processing needs. */
export type RouteSpec = Pick<
  EndpointSpec,
  "status" | "replayStatus" | "invalid" | "errorShape" | "paginated" | "idempotency" | "upload" | "download"
> & {
  readonly params?: z.core.$ZodType | undefined
  readonly query?: z.core.$ZodType | undefined
  readonly body?: z.core.$ZodType | undefined
  readonly method: string
  readonly path: string
  /** True when its result is a promise. */
  readonly waits?: true
}

/** An endpoint, who may use it, and its implementation. */
export interface Route {
  /** `invites.create` */
  readonly name: string
  readonly endpoint: RouteSpec
  /** Finds out who asks, or throws; left out where anybody may. */
  readonly authenticate?: ((world: World, headers: WireRequest["headers"]) => Caller) | undefined
  /** Loads modules for the handler once the body is known; undefined when there is nothing to wait for. */
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
  /** The error for a path without an endpoint. */
  readonly refusePath: () => Error
  /** The error for a path with an invalid escape in this segment. */
  readonly refuseEscape: (segment: string) => Error
  /** The error for path parameters whose validation threw `error`. */
  readonly refuseParams: (error: unknown) => unknown
}
