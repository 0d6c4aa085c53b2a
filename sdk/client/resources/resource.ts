import type { ApiResponse } from "../../contract/core/endpoint.ts"
import type { EndpointName, EndpointOf } from "../../contract/index.ts"
import type { RequestOptions, WaitOptions } from "../options.ts"
import type { Requester } from "../request/requester.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import type { PagePromise } from "../response/page.ts"
import { defineNonEnumerable } from "../transport/fields.ts"
import { type Waiting, waitUntil } from "../wait/wait.ts"
import type { InputOf, OptionsOf, ResponseOf } from "./endpoint-types.ts"

/** The names of endpoints with a certain property. */
type Marked<Mark> = { [N in EndpointName]: EndpointOf<N> extends Mark ? N : never }[EndpointName]
type ListName = Marked<{ readonly paginated: unknown }>
type CallName = Exclude<EndpointName, ListName>

/**
 * A group of endpoints. A method is one line over `call` or `listOf`; the compiler checks the
 * endpoint's name, input and result against the contract.
 */
export abstract class Resource {
  declare protected readonly requester: () => Requester

  constructor(requester: () => Requester) {
    defineNonEnumerable(this, "requester", requester)
  }

  /** Calls an endpoint that returns one record, a file or nothing. */
  protected call<N extends CallName>(
    name: N,
    input: InputOf<EndpointOf<N>>,
    ...[options]: OptionsOf<EndpointOf<N>>
  ): ApiPromise<ResponseOf<EndpointOf<N>>> {
    return this.requester().call(name, input, options)
  }

  /** Polls long-running work until it is over. */
  protected waitFor<State>(work: Waiting<State>, options: WaitOptions<State> | undefined): Promise<State> {
    return waitUntil(work, options, this.requester().times)
  }

  /** Calls an endpoint that returns a page of a list. */
  protected listOf<N extends ListName>(
    name: N,
    input: InputOf<EndpointOf<N>>,
    options: RequestOptions | undefined,
  ): PagePromise<ApiResponse<EndpointOf<N>>> {
    return this.requester().list(name, input, options)
  }
}
