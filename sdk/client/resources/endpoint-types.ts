import type { ApiResponse, EndpointSpec, Sent } from "../../contract/core/endpoint.ts"
import type { PageQuery } from "../../contract/core/shared.ts"
import type { Download } from "../../files/download.ts"
import type { IdempotentOptions, KeyedOptions, RequestOptions } from "../options.ts"

/** The parts that a caller may omit: an optional body, and parts without a required field. */
type OptionalPart<E extends EndpointSpec> = {
  [K in keyof Sent<E>]: Record<never, never> extends Sent<E>[K]
    ? K
    : E extends { readonly bodyOptional: true }
      ? Extract<K, "body">
      : never
}[keyof Sent<E>]

/** The filters of a list, if it has any. */
type Filter<E extends EndpointSpec> = E["query"] extends object ? Sent<E>["query" & keyof Sent<E>] : unknown

/** The input of an endpoint; every list takes a page. */
export type InputOf<E extends EndpointSpec> = E["paginated"] extends object
  ? Omit<Sent<E>, "query"> & { query?: (PageQuery & Filter<E>) | undefined }
  : Omit<Sent<E>, OptionalPart<E>> & { [K in OptionalPart<E>]?: Sent<E>[K] | undefined }

/** An endpoint's options: with an idempotency key if it reads one, which the caller must pass if it is required. */
export type OptionsOf<E extends EndpointSpec> = E["idempotency"] extends "required"
  ? [options: KeyedOptions]
  : [options?: (E["idempotency"] extends "optional" ? IdempotentOptions : RequestOptions) | undefined]

/** The arguments after the endpoint in a call; optional if nothing is required. */
export type ArgumentsOf<E extends EndpointSpec> =
  Record<never, never> extends InputOf<E>
    ? E["idempotency"] extends "required"
      ? [input: InputOf<E>, ...options: OptionsOf<E>]
      : [input?: InputOf<E> | undefined, ...options: OptionsOf<E>]
    : [input: InputOf<E>, ...options: OptionsOf<E>]

/** The result of an endpoint: a record, an array of records, or a file. */
export type ResponseOf<E extends EndpointSpec> = E["download"] extends "bytes"
  ? Download
  : E["paginated"] extends object
    ? ApiResponse<E>[]
    : ApiResponse<E>

/**
 * A resource whose methods an `async` function can replace in a test: with
 * `const messages: Spyable<Messages> = mas.messages`, `vi.spyOn(messages, "send").mockImplementation(async () => message)`
 * compiles. Test libraries take the last signature of a method; no call has its last argument.
 */
export type Spyable<R> = R & {
  readonly [K in keyof R]: R[K] extends (...params: infer Given) => PromiseLike<infer T>
    ? (...args: [...Given, fake: never]) => Promise<T>
    : unknown
}
