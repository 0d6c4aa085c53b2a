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

/** Options of a mock mounted in an app. */
export interface MockRouteOptions extends Omit<MockServiceOptions, "baseUrl">, StatePlace {
  /** The path under which it is mounted, such as `/mas`. */
  readonly prefix: string
  /** Allows `NODE_ENV=production`, which preview deployments set; false when left out. */
  readonly allowProduction?: boolean
}

/** A mock service as a function of web-standard requests. `await using` closes it. */
export interface MockRoute extends AsyncCloses {
  /**
   * Answers a request below the prefix, whether or not the framework has removed the prefix. Rejects with a TypeError
   * if a fault cuts the connection, with errors of `load` and `save`, and in production unless allowed.
   */
  (request: Request): Promise<Response>
  /** The world without a prefix: clock, state, faults, journal. */
  readonly world: MockWorld
  /**
   * The address and the key for a client: `new Mas(route.clientOptions("https://preview-7.example.com"))`. Throws in
   * production unless allowed.
   */
  clientOptions(origin: string): Pick<MockClientOptions, "baseUrl" | "apiKey">
  /** Stops the clock, waits for webhooks in flight, and saves changes. */
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
 * Makes a mock service that an app serves below a path: the interface, the control API, the dashboard and the
 * documents. For preview deployments: anyone who can open the app can use and control it. Throws as `createMockService`
 * does.
 */
export function createMockRoute(options: MockRouteOptions): MockRoute {
  refuseUnknown("createMockRoute", options, routeOptions)
  const { prefix: path, load, save, allowProduction = false, ...others } = options
  if (!/^\/[^\s?#]*$/.test(path)) throw new RangeError('prefix must be a path, such as "/mas"')
  for (const [name, value] of Object.entries({ load, save })) {
    if (value !== undefined && typeof value !== "function") throw new RangeError(`${name} must be a function`)
  }
  const prefix = trimEndOf(path, "/")
  const service = newService(others)
  service.isOnSocket = true
  // A deployment learns its host name only from requests, so all are allowed. Visitors must not aim webhooks at its
  // machine.
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
    // The app compresses responses, and Next.js compresses even compressed ones: do not compress here.
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
      throw new RangeError('origin must be the address of the app, such as "https://preview-7.example.com"')
    return { baseUrl: `${trimEndOf(origin, "/")}${prefix}`, apiKey: world.apiKey }
  }
  const close = async () => {
    await end()
    await state.save()
  }
  return Object.assign(answer, { world, clientOptions, close, ...asyncCloses(close) })
}

/** Checked per request, not on creation: builds load every module with `NODE_ENV=production`. */
function refuseProduction(isAllowed: boolean): void {
  if (isAllowed === true || process.env.NODE_ENV !== "production") return
  throw new Error(
    'createMockRoute refuses to run with NODE_ENV=production: it accepts messages but sends none. To allow it in preview deployments only: allowProduction: process.env.VERCEL_ENV === "preview"',
  )
}

/** The app's origin as the browser sees it: behind a proxy, the request's own URL differs. */
function originOf({ url, headers }: Request): URL {
  const { protocol, host } = new URL(url)
  const forwarded = (name: string) => headers.get(name)?.split(",")[0]?.trim()
  const scheme = forwarded("X-Forwarded-Proto") ?? protocol.slice(0, -1)
  return parseUrl(`${scheme}://${forwarded("X-Forwarded-Host") ?? forwarded("Host") ?? host}`) ?? new URL(url)
}

const below = (prefix: string, path: string) =>
  path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path

/** Adds the prefix to redirects to a path of the service. */
function withPrefix(prefix: string, response: Response): Response {
  const location = response.headers.get("Location")
  if (location?.startsWith("/")) response.headers.set("Location", `${prefix}${location}`)
  return response
}
