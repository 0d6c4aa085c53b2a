import type { ApiPromise } from "./answer.ts"
import type { Answer } from "./contract/core/endpoint.ts"
import type { EndpointName, EndpointOf } from "./contract/index.ts"
import type { InputOf, OptionsOf } from "./endpoint-types.ts"
import type { Download } from "./files/download.ts"
import type { PagePromise } from "./page.ts"
import type { RequestOptions } from "./request-options.ts"

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
    input: InputOf<EndpointOf<N>>,
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
