import { defineNonEnumerable } from "../transport/fields.ts"
import { type HeaderRecord, headerOf, requestIdOf, toHeaders } from "../transport/headers.ts"
import type { TransportResponse } from "../transport/transport.ts"

/** The HTTP side of a response. */
export class ApiResponse {
  /** The response status. */
  readonly status: number
  /** The method of the request. */
  readonly method: string
  /** Without the query and the path of `baseUrl`. */
  readonly path: string
  /** Number of attempts. */
  readonly attempts: number
  declare private readonly received: () => HeaderRecord

  constructor(
    { status, headers }: Pick<TransportResponse, "status" | "headers">,
    request: Pick<ApiResponse, "method" | "path" | "attempts">,
  ) {
    this.status = status
    this.method = request.method
    this.path = request.path
    this.attempts = request.attempts
    defineNonEnumerable(this, "received", () => headers)
  }

  /** The request's id at the service, for support tickets; from `X-Request-Id` or a similar header. */
  get requestId(): string | undefined {
    return requestIdOf(this.received())
  }

  /** The response headers. */
  get headers(): Headers {
    return toHeaders(this.received())
  }

  /** One header; null when it is absent. Cheaper than `headers`. */
  header(name: string): string | null {
    return headerOf(this.received(), name)
  }
}

/** The result of `withResponse()`: the data and the HTTP response. */
export interface WithResponse<T> {
  /** The parsed data. */
  readonly data: T
  /** Status and headers of the response. */
  readonly response: ApiResponse
}

/** The data of a response that may not have arrived yet. Await it like a promise. */
export abstract class LazyResponse<T> implements Promise<T> {
  abstract readonly [Symbol.toStringTag]: string
  declare private readonly result: () => Promise<WithResponse<T>>

  constructor(result: Promise<WithResponse<T>>) {
    defineNonEnumerable(this, "result", () => result)
  }

  // biome-ignore lint/suspicious/noThenProperty: this class exists to be awaited
  then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    // Two promises: a stack trace leads to the caller's line only if the handlers are passed on unwrapped.
    return this.result()
      .then(({ data }) => data)
      .then(onFulfilled, onRejected)
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally)
  }

  /** The data together with status, headers and the number of attempts. */
  withResponse(): Promise<WithResponse<T>> {
    return this.result()
  }
}

/**
 * The response of a call; await it like a promise. The request starts once, when the method is called, however often it is
 * awaited.
 */
export class ApiPromise<T> extends LazyResponse<T> {
  readonly [Symbol.toStringTag] = "ApiPromise"

  /** The same response with its data mapped. */
  map<U>(change: (data: T, response: ApiResponse) => U): ApiPromise<U> {
    return promised(this.withResponse().then(({ data, response }) => ({ data: change(data, response), response })))
  }
}

// Set outside the class: bundlers rename a class that refers to itself.
function promised<T>(result: Promise<WithResponse<T>>): ApiPromise<T> {
  return new ApiPromise(result)
}
