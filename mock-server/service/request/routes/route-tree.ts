import type * as z from "zod"
import type { EndpointSpec } from "../../../../sdk/contract/core/endpoint.ts"
import type { Caller } from "../../../world/caller.ts"
import type { MountedWorld } from "../../../world/mounted-world.ts"
import type { World } from "../../../world/world.ts"
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
}

/** An endpoint, its authentication and its implementation. */
export interface Route {
  /** `invites.create` */
  readonly name: string
  readonly endpoint: RouteSpec
  /** Authenticates the caller, or throws; omitted for public endpoints. */
  readonly authenticate?: ((world: World, headers: WireRequest["headers"]) => Caller) | undefined
  /** Loads modules that the handler needs for this body; undefined when none are needed. */
  readonly preload?: ((body: unknown) => Promise<unknown> | undefined) | undefined
  /** The exact types of input and result are checked where the endpoint is defined. */
  readonly run: (mounted: MountedWorld, caller: Caller | undefined, input: object) => unknown
}

/** Endpoints with common behaviour: the service's, or the control API's. */
export interface RouteTree {
  readonly router: Router<Route>
  readonly json: JsonRules
  /** Whether the rate limit applies to its requests. */
  readonly isLimited: boolean
  /** Whether reads ignore unknown query parameters. */
  readonly ignoresUnknown: boolean
  /** The error for a path without an endpoint. */
  readonly refusePath: () => Error
  /** The error for a path with an invalid escape in this segment. */
  readonly refuseEscape: (segment: string) => Error
  /** The error for path parameters whose validation threw `error`. */
  readonly refuseParams: (error: unknown) => unknown
}
