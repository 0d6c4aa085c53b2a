import type { ApiPromise } from "./answer.ts"
import type { Answer, EndpointSpec, Sent } from "./contract/endpoint.ts"
import type { EndpointName, EndpointOf } from "./contract/index.ts"
import type { PageQuery } from "./contract/shared.ts"
import type { Download } from "./download.ts"
import type { PagePromise } from "./page.ts"
import type { KeyedOptions, RequestOptions } from "./request-options.ts"

/** The parts of a request, as the client sends them. */
export interface RequestInput {
  readonly params?: object | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

/** What a resource needs of the client. */
export interface Requester {
  call<T>(name: EndpointName, input: RequestInput, options: RequestOptions | undefined): ApiPromise<T>
  list<T>(name: EndpointName, input: RequestInput, options: RequestOptions | undefined): PagePromise<T>
  download(name: EndpointName, input: RequestInput, options: RequestOptions | undefined): ApiPromise<Download>
}

/** The endpoint names whose endpoint has a certain mark. */
type Marked<Mark> = { [N in EndpointName]: EndpointOf<N> extends Mark ? N : never }[EndpointName]
type ListName = Marked<{ readonly paginated: unknown }>
type DownloadName = Marked<{ readonly download: unknown }>
type CallName = Exclude<EndpointName, ListName | DownloadName>

/** An endpoint's options: with a key of the caller's own where one is required. */
type OptionsOf<E> = E extends { readonly idempotency: "required" } ? [KeyedOptions] : [(RequestOptions | undefined)?]

/** What a call passes; a body that may be left out, or a query without required fields, may be undefined. */
type InputOf<E extends EndpointSpec> = {
  [K in keyof Sent<E>]: E extends { readonly bodyOptional: true }
    ? Sent<E>[K] | undefined
    : Record<never, never> extends Sent<E>[K]
      ? Sent<E>[K] | undefined
      : Sent<E>[K]
}
type ListInputOf<E extends EndpointSpec> = Omit<InputOf<E>, "query"> & {
  query: (PageQuery & (E["query"] extends object ? Sent<E>["query" & keyof Sent<E>] : unknown)) | undefined
}

/**
 * A group of endpoints. A method is one line over `call`, `listOf` or `fileOf`; the endpoint's name, what it takes
 * and what it answers are checked against the contract by the compiler.
 */
export abstract class Resource {
  readonly #client: Requester

  constructor(client: Requester) {
    this.#client = client
  }

  /** An endpoint that answers one record, or nothing. */
  protected call<N extends CallName>(
    name: N,
    input: InputOf<EndpointOf<N>>,
    ...[options]: OptionsOf<EndpointOf<N>>
  ): ApiPromise<Answer<EndpointOf<N>>> {
    return this.#client.call(name, input, options)
  }

  /** An endpoint that answers a page of a list. */
  protected listOf<N extends ListName>(
    name: N,
    input: ListInputOf<EndpointOf<N>>,
    options: RequestOptions | undefined,
  ): PagePromise<Answer<EndpointOf<N>>> {
    return this.#client.list(name, input, options)
  }

  /** An endpoint that answers a file. */
  protected fileOf<N extends DownloadName>(
    name: N,
    input: InputOf<EndpointOf<N>>,
    options: RequestOptions | undefined,
  ): ApiPromise<Download> {
    return this.#client.download(name, input, options)
  }
}
