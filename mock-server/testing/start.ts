import { type AsyncCloses, asyncCloses } from "../../sdk/base/async-dispose.ts"
import { fetchFrom } from "../service/http/fetch.ts"
import { NodeServer } from "../service/http/node.ts"
import { HostNames } from "../service/request/host-names.ts"
import { type MockServiceOptions, ServiceCore } from "../service/service.ts"
import { asFixturesError } from "../service/state/fixtures-error.ts"
import { StateFile } from "../service/state/state-file.ts"
import type { StateFileError } from "../service/state/state-file-error.ts"
import { refuseReceivers } from "../world/receiver-run.ts"
import { mainWorld } from "../world/world-names.ts"
import type { MockClientOptions } from "./client-options.ts"
import { worldOf } from "./mock-world/world-of.ts"
import type { MockWorld } from "./mock-world.ts"

/** A service without a socket; `await using` closes it. */
export interface MockService extends AsyncCloses {
  /** The base address used in responses. */
  readonly url: string
  /** The server API key of the seeded account `main`. */
  readonly apiKey: string
  /** The world without a prefix: clock, state, faults, journal. */
  readonly world: MockWorld
  /** The options for a client of the main world: `new Mas(service.clientOptions)`. */
  readonly clientOptions: MockClientOptions
  /**
   * Responds to a request as the server would; takes the arguments of the global `fetch`. If a fault cuts the connection, it rejects
   * with a TypeError.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** Stops the clock and waits for webhooks in flight. */
  close(): Promise<void>
}

/** A service on a socket. */
export interface MockServer extends MockService {
  /** The port that it listens on. */
  readonly port: number
  /** The base address of the control API: `<url>/_mock`. */
  readonly controlUrl: string
  /** The dashboard: clock, requests, messages, deliveries. */
  readonly dashboardUrl: string
}

/** Options of a mock server. */
export interface MockServerOptions extends Omit<MockServiceOptions, "baseUrl"> {
  /** 4010 when left out; 0 picks a free one. */
  readonly port?: number
  /** 127.0.0.1 when left out. */
  readonly host?: string
  /**
   * Host names accepted besides `localhost`, `127.0.0.0/8` and `[::1]`, without a port; `*` allows all. Bound to
   * loopback, any other name is a 403: this stops DNS rebinding by web pages. Bound to another address, only `/_mock`
   * is restricted.
   */
  readonly allowedHosts?: readonly string[]
  /** Maximum number of open connections; 2,000 when omitted. Further ones are dropped. */
  readonly maxConnections?: number
  /**
   * A file that keeps the main world across restarts. It takes precedence over `clock`, `now`, `seed` and `fixtures`.
   * What a request changed is in it before the response, what changes otherwise within 100 ms. Other worlds and the
   * journal are not saved. Only one server at a time can use it.
   */
  readonly state?: string
  /** Called when the `state` file cannot be written; the server continues and retries. */
  readonly onStateError?: (error: StateFileError) => void
}

/** All options: the compiler reports a missing one. */
const serviceOptions: Readonly<Record<keyof MockServiceOptions, true>> = {
  clock: true,
  rate: true,
  now: true,
  seed: true,
  fixtures: true,
  messageLatency: true,
  rateLimit: true,
  allowLocalWebhooks: true,
  allowWebhooksTo: true,
  webhookTime: true,
  maxWorlds: true,
  baseUrl: true,
  onRequest: true,
  onTaskError: true,
  onWarning: true,
  notice: true,
  deliver: true,
  hostClock: true,
}
/** The options of a service whose host determines the address. */
export const { baseUrl: _, ...placedOptions } = serviceOptions
const serverOptions: Readonly<Record<keyof MockServerOptions, true>> = {
  ...placedOptions,
  port: true,
  host: true,
  allowedHosts: true,
  maxConnections: true,
  state: true,
  onStateError: true,
}

/** Refuses unknown options: for example `frozen: true` would start a service whose clock runs. */
export function refuseUnknown(of: string, options: object, optionNames: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(optionNames, name)) continue
    const advice = name === "frozen" ? ': say clock: "frozen"' : ""
    throw new TypeError(`${of}: ${name} is not one of the options ${Object.keys(optionNames).join(", ")}${advice}`)
  }
}

/** Makes a service without a socket. Throws a TypeError for unknown options, a FixturesError for invalid `fixtures`. */
export function createMockService(options: MockServiceOptions = {}): MockService {
  refuseUnknown("createMockService", options, serviceOptions)
  const service = newService(options)
  return outside(service, () => service.close())
}

/** The core of a service. Throws a FixturesError for invalid `fixtures`. @internal */
export function newService(options: MockServiceOptions): ServiceCore {
  try {
    return new ServiceCore(options)
  } catch (error) {
    throw asFixturesError(options.fixtures, error)
  }
}

/**
 * Starts the service on a socket of this machine. Rejects when the port is in use, with a StateFileError when the
 * `state` file is corrupt, in use or not writable, and for the errors of `createMockService`.
 */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  refuseUnknown("startMockServer", options, serverOptions)
  const { port = 4010, host = "127.0.0.1", allowedHosts = [], maxConnections, state, onStateError, ...others } = options
  if (!Array.isArray(allowedHosts)) throw new RangeError('allowedHosts must be a list, such as ["mas"]')
  const service = newService(others)
  const stateFile = state === undefined ? undefined : await StateFile.open(service, state, onStateError)
  service.keepState = stateFile && (() => stateFile.keep())
  const server = new NodeServer(service, maxConnections)
  const address = await server.listen(port, host).catch(async (error: unknown) => {
    await service.close()
    await stateFile?.close()
    throw error
  })
  const name = hostInUrl(host)
  service.isOnSocket = true
  service.worksInPieces = true
  service.baseUrl = `http://${name}:${address.port}`
  service.localWebhooks.isFixed = !isLoopback(address.address)
  service.hostNames = isLoopback(address.address)
    ? new HostNames({ allowed: [...allowedHosts, name] })
    : new HostNames({ allowed: allowedHosts, isOpen: true })
  const close = async () => {
    service.worlds.endWaits()
    await server.close()
    await service.close()
    await stateFile?.close()
  }
  const controlUrl = `${service.baseUrl}/_mock`
  return Object.assign(outside(service, close), { port: address.port, controlUrl, dashboardUrl: `${controlUrl}/` })
}

const isLoopback = (address: string) => address === "::1" || /^(::ffff:)?127\./.test(address)

/** A server bound to all addresses is reachable at loopback. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1"
  if (host === "::") return "[::1]"
  return host.includes(":") ? `[${host}]` : host
}

/** The public part of a service. @internal */
export function outside(service: ServiceCore, close: () => Promise<void>): MockService {
  const world = worldOf(service, mainWorld)
  const closeOutside = async () => {
    for (const { world } of service.worlds.list()) refuseReceivers(world.scheduler)
    await close()
  }
  return {
    get url() {
      return service.baseUrl
    },
    get apiKey() {
      return world.apiKey
    },
    world,
    get clientOptions() {
      return world.clientOptions
    },
    fetch: (input, init) => fetchFrom(service, { baseUrl: service.baseUrl }, input, init),
    close: closeOutside,
    ...asyncCloses(closeOutside),
  }
}
