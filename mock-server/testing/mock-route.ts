import { type AsyncCloses, asyncCloses } from "../../sdk/base/async-dispose.ts"
import { parseUrl } from "../../sdk/contract/core/parse-url.ts"
import { trimEndOf } from "../../sdk/contract/core/trim-end.ts"
import { unforeseenName } from "../base/host.ts"
import { fetchFrom } from "../service/http/fetch.ts"
import { innerRequest } from "../service/http/inner-request.ts"
import { ControlAccess } from "../service/request/control-access.ts"
import { HostNames } from "../service/request/host-names.ts"
import { escapeHtml } from "../service/request/pages/html.ts"
import type { MockServiceOptions } from "../service/service.ts"
import { ExternalState, type StateLocation } from "../service/state/external-state.ts"
import type { MockClientOptions } from "./client-options.ts"
import { BodyStopped, StorageBudget } from "./mock-route/budget.ts"
import type { MockWorld } from "./mock-world.ts"
import { newService, outside, placedOptions, refuseUnknown } from "./start.ts"

/** Options of a mock mounted in an app. */
export interface MockRouteOptions extends Omit<MockServiceOptions, "baseUrl">, StateLocation {
  /** The path under which it is mounted, such as `/mas`. */
  readonly prefix: string
  /**
   * The address of the app, such as `https://preview-7.example.com`: links in responses and mails begin with it.
   * `http://localhost:3000` when left out.
   */
  readonly origin?: string
  /**
   * The secret for the control API, the dashboard and the documents, at least 16 characters: without it, everybody who can open
   * the app could control the mock. When left out, a random one, which is written to the console with the dashboard's
   * link. Set it if several processes serve the app.
   */
  readonly controlToken?: string
  /** Allows `NODE_ENV=production`, which preview deployments set; false when left out. */
  readonly allowProduction?: boolean
}

/** A mock service as a function of web-standard requests. `await using` closes it. */
export interface MockRoute extends AsyncCloses {
  /**
   * Responds to a request below the prefix, whether or not the framework has removed the prefix. Rejects with a TypeError
   * if a fault cuts the connection, with errors of `load` and `save`, and in production unless allowed.
   */
  (request: Request): Promise<Response>
  /** The world without a prefix: clock, state, faults, journal. */
  readonly world: MockWorld
  /** The dashboard's link with the control token, which a browser needs once. */
  readonly dashboardUrl: string
  /** The secret for the control API: `connectMock(url, { controlToken })`. */
  readonly controlToken: string
  /**
   * The address and the key for a client: `new Mas(route.clientOptions())`. The app's address is the option `origin` when
   * left out. Throws in production unless allowed.
   */
  clientOptions(origin?: string): Pick<MockClientOptions, "baseUrl" | "apiKey">
  /** Stops the clock, waits for webhooks in flight, and saves changes. */
  close(): Promise<void>
}

const routeOptions: Readonly<Record<keyof MockRouteOptions, true>> = {
  ...placedOptions,
  prefix: true,
  origin: true,
  controlToken: true,
  load: true,
  save: true,
  allowProduction: true,
}

/** Maximum number of worlds besides the main one when left out: they take the app's memory. */
const defaultMaxWorlds = 20

/**
 * Makes a mock service that an app serves below a path: the interface, the control API, the dashboard and the
 * documents. For preview deployments: anyone who can open the app can send requests with the public API key; only who has
 * the control token can control it or read what it holds. Throws as `createMockService` does.
 */
export function createMockRoute(options: MockRouteOptions): MockRoute {
  refuseUnknown("createMockRoute", options, routeOptions)
  const {
    prefix: path,
    origin: originOption = "http://localhost:3000",
    load,
    save,
    allowProduction = false,
    ...others
  } = options
  const { controlToken = unforeseenName(), ...serviceOptions } = others
  if (!isPlainPath(path)) throw new RangeError('prefix must be a path, such as "/mas"')
  if (typeof controlToken !== "string" || !/^[\w.~-]{16,}$/.test(controlToken)) {
    throw new RangeError("controlToken must have at least 16 characters, each a letter, a digit or one of - . _ ~")
  }
  for (const [name, value] of Object.entries({ load, save })) {
    if (value !== undefined && typeof value !== "function") throw new RangeError(`${name} must be a function`)
  }
  const prefix = trimEndOf(path, "/")
  const appOrigin = originIn(originOption)
  const service = newService({ maxWorlds: defaultMaxWorlds, ...serviceOptions })
  service.isOnSocket = true
  // Never from a request: a visitor's Host would be in links that other people get.
  service.baseUrl = `${appOrigin}${prefix}`
  service.controlAccess = new ControlAccess(controlToken, { path: prefix, isSecure: appOrigin.startsWith("https:") })
  // A deployment learns its host names only from requests, so all are allowed. Visitors must not aim webhooks at its
  // machine.
  service.hostNames = new HostNames({ allowed: ["*"] })
  service.localWebhooks.isFixed = true
  const state = new ExternalState(service, { ...(load && { load }), ...(save && { save }) })
  const budget = new StorageBudget(service)
  service.writeRefusal = () => budget.refusal()
  const { world, close: end } = outside(service, () => service.close())
  const dashboardUrl = `${service.baseUrl}/_mock/?token=${controlToken}`
  const isRefused = !allowProduction && process.env.NODE_ENV === "production"
  // biome-ignore lint/suspicious/noConsole: nobody can know a random token otherwise
  if (options.controlToken === undefined && !isRefused) console.info(`MAS mock dashboard: ${dashboardUrl}`)

  const respond = async (request: Request): Promise<Response> => {
    refuseProduction(allowProduction)
    await state.load()
    const headers = new Headers([...request.headers])
    headers.set("Host", originOf(request).host)
    // The app compresses responses, and Next.js compresses even compressed ones: do not compress here.
    headers.delete("Accept-Encoding")
    const pathname = below(prefix, new URL(request.url).pathname)
    const inner = innerRequest(request, pathname, headers, budget.counted(request.body))
    try {
      const { baseUrl } = service
      const response = await fetchFrom(service, { baseUrl }, inner).catch((error: unknown) => {
        if (!(error instanceof Error && error.cause instanceof BodyStopped)) throw error
        // Without its body it is refused as every write to a full mock.
        return fetchFrom(service, { baseUrl }, new Request(inner.url, { method: "POST", headers: inner.headers }))
      })
      return withinPrefix({ baseUrl, prefix, pathname }, response)
    } finally {
      await state.save()
    }
  }
  const clientOptions = (origin = appOrigin) => {
    refuseProduction(allowProduction)
    return { baseUrl: `${originIn(origin)}${prefix}`, apiKey: world.apiKey }
  }
  const close = async () => {
    await end()
    await state.save()
  }
  return Object.assign(respond, { world, dashboardUrl, controlToken, clientOptions, close, ...asyncCloses(close) })
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

/** Whether requests can have the path as it is written: no `..`, doubled slash or letter that a browser would replace. */
const isPlainPath = (path: unknown) =>
  typeof path === "string" && !path.includes("//") && parseUrl(`http://mock.invalid${path}`)?.pathname === path

const below = (prefix: string, path: string) =>
  path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path

/**
 * Sandboxes a response, and adds the prefix to redirects to a path of the service. A redirect to anywhere else becomes a link that a person sees: on the
 * app's origin, a redirect that anybody can make would lend the app's name to any address.
 */
function withinPrefix({ baseUrl, prefix, pathname }: Mounting, response: Response): Response {
  const { status, headers } = response
  // Whatever part of the mock responded: what nobody sandboxed is sandboxed here.
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", "sandbox")
  headers.set("X-Content-Type-Options", "nosniff")
  const location = headers.get("Location")
  if (location === null) return response
  // Relative, so that a browser stays at the host name by which it knows the app.
  const path = location.startsWith(`${baseUrl}/`) ? location.slice(baseUrl.length) : location
  const moved = path.startsWith("/") ? `${prefix}${path}` : path
  const here = "http://mock.invalid"
  if (parseUrl(moved, `${here}${prefix}${pathname}`)?.href.startsWith(`${here}${prefix}/`)) {
    headers.set("Location", moved)
    return response
  }
  headers.delete("Location")
  headers.set("Content-Type", "text/html; charset=utf-8")
  headers.delete("Content-Length")
  const address = escapeHtml(location)
  return new Response(`<!doctype html><p>Continue to <a rel="noreferrer" href="${address}">${address}</a>.`, {
    status,
    headers,
  })
}

interface Mounting {
  readonly baseUrl: string
  readonly prefix: string
  /** The path of the request below the prefix. */
  readonly pathname: string
}

function originIn(text: string): string {
  const origin = typeof text === "string" ? parseUrl(text)?.origin : undefined
  if (origin !== undefined && /^https?:/.test(origin)) return origin
  throw new RangeError('origin must be the address of the app, such as "https://preview-7.example.com"')
}
