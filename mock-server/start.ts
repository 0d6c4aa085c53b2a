import { type AsyncCloses, asyncCloses } from "../sdk/async-dispose.ts"
import type { MockClientOptions } from "./client-options.ts"
import { fetchFrom } from "./http/fetch.ts"
import { NodeServer } from "./http/node.ts"
import { worldOf } from "./mock-world/world-of.ts"
import type { MockWorld } from "./mock-world.ts"
import { HostNames } from "./request/host-names.ts"
import { type MockServiceOptions, ServiceCore } from "./service.ts"
import { asFixturesError } from "./state/fixtures-error.ts"
import { StateFile } from "./state/state-file.ts"
import type { StateFileError } from "./state/state-file-error.ts"
import { refuseReceivers } from "./world/receiver-run.ts"
import { mainWorld } from "./world/world-names.ts"

/** A service without a socket; `await using` closes it. */
export interface MockService extends AsyncCloses {
  /** The base address that answers name. */
  readonly url: string
  /** The server API key of the seeded account `main`. */
  readonly apiKey: string
  /** The world without a prefix: clock, state, faults, journal. */
  readonly world: MockWorld
  /** The options for a client of the main world: `new Mas(service.clientOptions)`. */
  readonly clientOptions: MockClientOptions
  /**
   * Answers a request as the server would; takes the arguments of the global `fetch`. If a fault cuts the connection, it rejects
   * with a TypeError.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** Stops the clock and waits for webhooks that are on their way. */
  close(): Promise<void>
}

/** A service on a socket. */
export interface MockServer extends MockService {
  /** The port that it listens at. */
  readonly port: number
  /** Where the control API is: `<url>/_mock`. */
  readonly controlUrl: string
  /** A page for people: clock, requests, messages, deliveries. */
  readonly dashboardUrl: string
}

/** How a mock server is started. */
export interface MockServerOptions extends Omit<MockServiceOptions, "baseUrl"> {
  /** 4010 when left out; 0 picks a free one. */
  readonly port?: number
  /** 127.0.0.1 when left out. */
  readonly host?: string
  /**
   * Host names to answer beside `localhost`, `127.0.0.0/8` and `[::1]`, without a port; `*` is every name. Bound to loopback, any
   * other is a 403, so that no web page reaches the server by a name of its own that points here. Bound to another address, that
   * holds for `/_mock` alone.
   */
  readonly allowedHosts?: readonly string[]
  /** Maximum number of open connections; 2,000 when omitted. Further ones are dropped. */
  readonly maxConnections?: number
  /**
   * A file that keeps the world over restarts. What it holds wins over `clock`, `now`, `seed` and `fixtures`; worlds made beside
   * the main one, and the journal, are not in it. One server at a time can have it.
   */
  readonly state?: string
  /** Called when the `state` file cannot be written; the server continues and retries. */
  readonly onStateError?: (error: StateFileError) => void
}

/** The options there are; neither the compiler nor a reader can miss one. */
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
  deliver: true,
  hostClock: true,
}
/** Of these, those of a service whose place decides its address. */
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

/** Refuses an option that there is not: `frozen: true`, say, would start a service whose clock runs. */
export function refuseUnknown(of: string, options: object, known: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(known, name)) continue
    const advice = name === "frozen" ? ': say clock: "frozen"' : ""
    throw new TypeError(`${of}: ${name} is none of the options ${Object.keys(known).join(", ")}${advice}`)
  }
}

/** Makes a service without a socket. Throws a TypeError for an unknown option, a FixturesError for `fixtures` that are wrong. */
export function createMockService(options: MockServiceOptions = {}): MockService {
  refuseUnknown("createMockService", options, serviceOptions)
  const service = newService(options)
  return outside(service, () => service.close())
}

/** The core of a service. Throws a FixturesError for `fixtures` that are wrong. @internal */
export function newService(options: MockServiceOptions): ServiceCore {
  try {
    return new ServiceCore(options)
  } catch (error) {
    throw asFixturesError(options.fixtures, error)
  }
}

/**
 * Starts the service on a socket of this machine. Rejects when the port is taken, with a StateFileError when the file of
 * `state` is broken, in use or cannot be written, and as `createMockService` throws.
 */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  refuseUnknown("startMockServer", options, serverOptions)
  const { port = 4010, host = "127.0.0.1", allowedHosts = [], maxConnections, state, onStateError, ...others } = options
  if (!Array.isArray(allowedHosts)) throw new RangeError('allowedHosts is a list, such as ["mas"]')
  const service = newService(others)
  const stateFile = state === undefined ? undefined : await StateFile.open(service, state, onStateError)
  const server = new NodeServer(service, maxConnections)
  const bound = await server.listen(port, host).catch(async (error: unknown) => {
    await service.close()
    await stateFile?.close()
    throw error
  })
  const name = hostInUrl(host)
  service.isOnSocket = true
  service.baseUrl = `http://${name}:${bound.port}`
  service.localWebhooks.isFixed = !isLoopback(bound.address)
  service.hostNames = isLoopback(bound.address)
    ? new HostNames({ allowed: [...allowedHosts, name] })
    : new HostNames({ allowed: allowedHosts, isOpen: true })
  const close = async () => {
    service.worlds.endWaits()
    await server.close()
    await service.close()
    await stateFile?.close()
  }
  const controlUrl = `${service.baseUrl}/_mock`
  return Object.assign(outside(service, close), { port: bound.port, controlUrl, dashboardUrl: `${controlUrl}/` })
}

const isLoopback = (address: string) => address === "::1" || /^(::ffff:)?127\./.test(address)

/** A server on all addresses is found on this machine's own. */
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
