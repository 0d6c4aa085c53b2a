import type { Answer, EndpointGroup, EndpointSpec, Received } from "../../sdk/contract/core/endpoint.ts"
import type { Contract } from "../../sdk/contract/index.ts"
import type { Upload } from "../domain/imports/upload.ts"
import type { Page } from "../store/collection.ts"
import type { Caller } from "../world/caller.ts"
import type { World } from "../world/world.ts"

/** An answer that needs more said of it than its model. */
export class Reply<T> {
  constructor(
    readonly model: T,
    readonly notes: {
      /** True when the effect was there already: answered with the endpoint's `replayStatus`. */
      readonly existing?: boolean
      /** A JSON Web Token for the header `Authorization`. */
      readonly token?: string
      /** True for a model made for this answer alone: its text is not worth keeping. */
      readonly fresh?: boolean
    },
  ) {}
}

/** The answer of a request whose effect was there already. */
export const existing = <T>(model: T) => new Reply(model, { existing: true })

/** The answer that is put together anew each time, for example from what an account has used by now. */
export const fresh = <T>(model: T) => new Reply(model, { fresh: true })

/** A file to download. */
export interface FileAnswer {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

type CallerOf<E extends EndpointSpec> = E["auth"] extends readonly [] ? undefined : Caller

/** What a handler gets: the parts that the contract gives the endpoint, read and validated. */
export type InputOf<E extends EndpointSpec> = Received<E> &
  (E extends { readonly idempotency: "required" }
    ? { readonly idempotencyKey: string }
    : { readonly idempotencyKey: string | undefined }) &
  (E extends { readonly upload: "multipart" } ? { readonly upload: Upload } : unknown)

type ResultOf<E extends EndpointSpec> = "paginated" extends keyof E
  ? Page<Answer<E>>
  : "download" extends keyof E
    ? FileAnswer
    : Answer<E> | Reply<Answer<E>>

/** What the service does for an endpoint: no HTTP, just the world, the caller and the input. */
export type Handler<E extends EndpointSpec> = (
  world: World,
  caller: CallerOf<E>,
  input: InputOf<E>,
) => ResultOf<E> | Promise<ResultOf<E>>

/** A handler for every endpoint of a group; one that is missing does not compile. */
export type HandlersFor<G extends EndpointGroup> = { readonly [V in keyof G]-?: Handler<G[V]> }

/** A group of handlers for every group of the contract. */
export type Handlers = { readonly [G in keyof Contract]-?: HandlersFor<Contract[G]> }
