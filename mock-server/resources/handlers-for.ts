import type { ApiResponse, EndpointSpec, Received } from "../../sdk/contract/core/endpoint.ts"
import type { Contract } from "../../sdk/contract/index.ts"
import type { FileResponse, PageOfRows, Reply } from "../base/reply.ts"
import type { Caller } from "../world/caller.ts"
import type { OncePerKey } from "../world/idempotency.ts"
import type { World } from "../world/world.ts"
import type { Upload } from "./imports/upload.ts"

type CallerOf<E extends EndpointSpec> = E["auth"] extends readonly [] ? undefined : Caller

export type HandlerInput<E extends EndpointSpec> = Received<E> &
  (E extends { readonly idempotency: "required" }
    ? { readonly idempotencyKey: string }
    : { readonly idempotencyKey: string | undefined }) &
  (E extends { readonly upload: "multipart" } ? { readonly upload: Upload } : unknown)

type ResultOf<E extends EndpointSpec> = "paginated" extends keyof E
  ? PageOfRows<ApiResponse<E>>
  : "download" extends keyof E
    ? FileResponse
    : "idempotency" extends keyof E
      ? OncePerKey<ApiResponse<E>>
      : ApiResponse<E> | Reply<ApiResponse<E>>

/** The service's logic for an endpoint. No HTTP: only the world, the caller and the input. Synchronous. */
export type Handler<E extends EndpointSpec> = (world: World, caller: CallerOf<E>, input: HandlerInput<E>) => ResultOf<E>

/** A handler for every endpoint of a group; a missing one is a compile error. */
export type HandlersFor<G extends keyof Contract> = {
  readonly [V in keyof Contract[G]]-?: Handler<Extract<Contract[G][V], EndpointSpec>>
}

export type Handlers = { readonly [G in keyof Contract]-?: HandlersFor<G> }
