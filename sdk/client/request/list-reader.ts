import type { EndpointName } from "../../contract/index.ts"
import type { IdempotentOptions } from "../options.ts"
import type { PagePromise } from "../response/page.ts"
import type { RequestInput } from "./call.ts"
import type { Times } from "./host.ts"

/** The part of the client that lists rows. */
export interface ListReader {
  /** The clock for waits. */
  readonly times: Times
  list<T>(name: EndpointName, input: RequestInput, options: IdempotentOptions | undefined): PagePromise<T>
}
