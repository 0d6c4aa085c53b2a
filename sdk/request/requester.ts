import { ApiPromise, ApiResponse, type WithResponse } from "../answer.ts"
import type { EndpointSpec } from "../contract/core/endpoint.ts"
import { headerNames } from "../contract/core/headers.ts"
import type { EndpointName } from "../contract/index.ts"
import { ResponseValidationError } from "../errors.ts"
import type { Download } from "../files/download.ts"
import type { ClientOptions } from "../options.ts"
import { Page, PagePromise } from "../page.ts"
import type { RequestOptions } from "../request-options.ts"
import type { Requester, RequestInput } from "../resource.ts"
import { routes } from "../routes.gen.ts"
import { parseEndpoint } from "./address.ts"
import { type Call, prepareCall, type Target } from "./call.ts"
import type { Machine } from "./host.ts"
import { parseSuccess } from "./parse.ts"
import { send } from "./retries.ts"
import { createSettings, extendSettings, type Settings } from "./settings.ts"

/** Turns calls into requests and answers into data; all resources of a client share one. */
export class HttpRequester implements Requester {
  readonly #settings: Settings
  readonly #machine: Machine

  constructor(settings: Settings, machine: Machine) {
    this.#settings = settings
    this.#machine = machine
  }

  static create(options: ClientOptions, machine: Machine): HttpRequester {
    return new HttpRequester(createSettings(options), machine)
  }

  /** The same with some options changed; connections are shared. */
  extend(options: ClientOptions): HttpRequester {
    return new HttpRequester(extendSettings(this.#settings, options), this.#machine)
  }

  call<T>(name: EndpointName, input: RequestInput, options?: RequestOptions): ApiPromise<T> {
    return new ApiPromise(this.#run<T>(routeOf(name), input, options))
  }

  list<T>(name: EndpointName, input: RequestInput, options?: RequestOptions): PagePromise<T> {
    const load = (page?: number): PagePromise<T> => {
      const query = page === undefined ? input.query : { ...input.query, page }
      const answer = this.#run<T[]>(routeOf(name), { ...input, query }, options)
      return new PagePromise(
        answer.then(({ data, response }) => ({ data: toPage(data, response, query, load), response })),
      )
    }
    return load()
  }

  download(name: EndpointName, input: RequestInput, options?: RequestOptions): ApiPromise<Download> {
    return new ApiPromise(this.#run<Download>(routeOf(name), input, options))
  }

  /** Any endpoint: by its name, by its definition, or as `GET /v1/my/contacts`. */
  request<T>(endpoint: string | EndpointSpec, input: RequestInput = {}, options?: RequestOptions): ApiPromise<T> {
    const run = async () =>
      this.#run<T>(typeof endpoint === "string" ? named(endpoint) : defined(endpoint), input, options)
    return new ApiPromise(run())
  }

  async close(): Promise<void> {
    await this.#settings.transport.close?.()
  }

  async #run<T>(target: Target, input: RequestInput, options: RequestOptions = {}): Promise<WithResponse<T>> {
    const call = await prepareCall(target, input, options, this.#settings)
    const { answer, request } = await send(call, this.#machine)
    const response = new ApiResponse(answer.status, answer.headers, request.method, request.path, request.attempts)
    if (answer.stream) {
      const { openDownload } = await import("./on-demand.ts")
      return { data: openDownload(answer.stream, response) as T, response }
    }
    const { maxResponseBytes, validateResponses } = call.settings
    const data = parseSuccess(answer, request, target, maxResponseBytes)
    if (validateResponses !== "off") await validate(data, response, call)
    return { data: data as T, response }
  }
}

/** With `error`, a read that differs throws; a write that differs is only logged, because it has had its effect. */
async function validate(data: unknown, response: ApiResponse, { target, settings }: Call): Promise<void> {
  const { findIssues } = await import("./validate.ts")
  const issues = findIssues(data, target)
  if (issues.length === 0) return
  const list = issues.map(({ path, message }) => `${path || "all of it"}: ${message}`).join("; ")
  const text = `${response.method} ${response.path} succeeded, but its answer differs from the contract: ${list}`
  if (settings.validateResponses === "error" && target.method === "GET") {
    throw new ResponseValidationError(text, response, response.status, issues)
  }
  settings.logger?.warn?.(text, { status: response.status })
}

function routeOf(name: EndpointName): Target {
  return { name, ...routes[name] }
}

function named(endpoint: string): Target {
  return Object.hasOwn(routes, endpoint) ? routeOf(endpoint as EndpointName) : parseEndpoint(endpoint)
}

function defined({ auth, paginated, ...spec }: EndpointSpec): Target {
  return {
    ...spec,
    ...(auth.length === 0 ? { auth: false as const } : {}),
    ...(paginated ? { paginated: paginated.size } : {}),
  }
}

function toPage<T>(
  items: T[],
  response: ApiResponse,
  query: object | undefined,
  load: (page?: number) => PagePromise<T>,
): Page<T> {
  const count = (name: string) => {
    const text = response.header(name)
    return text !== null && /^\d+$/.test(text) ? Number(text) : null
  }
  const asked = query && "page" in query && typeof query.page === "number" ? query.page : 1
  return new Page(
    items,
    count(headerNames.pageNumber) ?? asked,
    count(headerNames.totalCount),
    count(headerNames.totalPages),
    count(headerNames.nextPage),
    count(headerNames.prevPage),
    load,
  )
}
