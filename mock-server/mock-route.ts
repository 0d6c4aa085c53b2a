import { type AsyncCloses, asyncCloses } from "../sdk/async-dispose.ts"
import { parseUrl } from "../sdk/contract/core/parse-url.ts"
import { trimEndOf } from "../sdk/contract/core/trim-end.ts"
import type { MockClientOptions } from "./client-options.ts"
import { fetchFrom } from "./http/fetch.ts"
import { innerRequest } from "./http/inner-request.ts"
import type { MockWorld } from "./mock-world.ts"
import { HostNames } from "./request/host-names.ts"
import type { MockServiceOptions } from "./service.ts"
import { newService, outside, placedOptions, refuseUnknown } from "./start.ts"
import { ExternalState, type StatePlace } from "./state/external-state.ts"

/** How a mock is mounted in an app. */
export interface MockRouteOptions extends Omit<MockServiceOptions, "baseUrl">, StatePlace {
  /** The path that it answers below, such as `/mas`. */
  readonly prefix: string
  /** Lets it run where `NODE_ENV` is `production`, as it is in a preview deployment; false when left out. */
  readonly allowProduction?: boolean
}

/** A mock service as a function of web-standard requests. `await using` closes it. */
export interface MockRoute extends AsyncCloses {
  /**
   * Answers a request below the prefix; a path without it counts as one that the framework has cut. Rejects with a TypeError if a
   * fault cuts the connection, with what `load` or `save` throw, and in production unless that is allowed.
   */
  (request: Request): Promise<Response>
  /** The world without a prefix: clock, state, faults, journal. */
  readonly world: MockWorld
  /**
   * The address and the key for a client: `new Mas(route.clientOptions("https://preview-7.example.com"))`. Throws in production
   * unless that is allowed.
   */
  clientOptions(origin: string): Pick<MockClientOptions, "baseUrl" | "apiKey">
  /** Stops the clock, waits for webhooks that are on their way, and saves what has changed. */
  close(): Promise<void>
}

const routeOptions: Readonly<Record<keyof MockRouteOptions, true>> = {
  ...placedOptions,
  prefix: true,
  load: true,
  save: true,
  allowProduction: true,
}

/**
 * Makes a mock service that an app serves below a path: the interface, the control API, the dashboard and the documents. For
 * preview deployments: whoever can open the app can use and steer it. Throws as `createMockService` does.
 */
export function createMockRoute(options: MockRouteOptions): MockRoute {
  refuseUnknown("createMockRoute", options, routeOptions)
  const { prefix: path, load, save, allowProduction = false, ...others } = options
  if (!/^\/[^\s?#]*$/.test(path)) throw new RangeError('prefix is a path, such as "/mas"')
  for (const [name, value] of Object.entries({ load, save })) {
    if (value !== undefined && typeof value !== "function") throw new RangeError(`${name} is a function`)
  }
  const prefix = trimEndOf(path, "/")
  const service = newService(others)
  service.isOnSocket = true
  // What a deployment is called is known by its requests alone. Whoever finds it may not turn webhooks on its own machine.
  service.hostNames = new HostNames({ allowed: ["*"] })
  service.localWebhooks.isFixed = true
  const state = new ExternalState(service, { ...(load && { load }), ...(save && { save }) })
  const { world, close: end } = outside(service, () => service.close())

  const answer = async (request: Request): Promise<Response> => {
    refuseProduction(allowProduction)
    await state.load()
    const origin = originOf(request)
    service.baseUrl = `${origin.origin}${prefix}`
    const headers = new Headers([...request.headers])
    headers.set("Host", origin.host)
    // The app compresses what it answers. Next.js does it again where that has been done already.
    headers.delete("Accept-Encoding")
    const inner = innerRequest(request, below(prefix, new URL(request.url).pathname), headers)
    try {
      return withPrefix(prefix, await fetchFrom(service, { baseUrl: service.baseUrl }, inner))
    } finally {
      await state.save()
    }
  }
  const clientOptions = (origin: string) => {
    refuseProduction(allowProduction)
    if (parseUrl(origin) === undefined)
      throw new RangeError('origin is the address of the app, such as "https://preview-7.example.com"')
    return { baseUrl: `${trimEndOf(origin, "/")}${prefix}`, apiKey: world.apiKey }
  }
  const close = async () => {
    await end()
    await state.save()
  }
  return Object.assign(answer, { world, clientOptions, close, ...asyncCloses(close) })
}

/** At each request rather than at once: builds load every module with `NODE_ENV=production`. */
function refuseProduction(isAllowed: boolean): void {
  if (isAllowed === true || process.env.NODE_ENV !== "production") return
  throw new Error(
    'createMockRoute refuses to run with NODE_ENV=production, since nothing that it accepts is really sent. If this is a preview deployment, allow it there alone: allowProduction: process.env.VERCEL_ENV === "preview"',
  )
}

/** Where the browser believes the app to be: behind a proxy, the address of a request is another. */
function originOf({ url, headers }: Request): URL {
  const { protocol, host } = new URL(url)
  const forwarded = (name: string) => headers.get(name)?.split(",")[0]?.trim()
  const scheme = forwarded("X-Forwarded-Proto") ?? protocol.slice(0, -1)
  return parseUrl(`${scheme}://${forwarded("X-Forwarded-Host") ?? forwarded("Host") ?? host}`) ?? new URL(url)
}

const below = (prefix: string, path: string) =>
  path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path

/** A redirect to a path of the service is one below the prefix. */
function withPrefix(prefix: string, response: Response): Response {
  const location = response.headers.get("Location")
  if (location?.startsWith("/")) response.headers.set("Location", `${prefix}${location}`)
  return response
}
