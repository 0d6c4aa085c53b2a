import type { Dispatcher, Pool } from "undici"
import { callerContext } from "../../stores/async-context.ts"
import { InvalidArgumentError } from "../errors.ts"
import { askForCompression } from "./decode.ts"
import { usesEnvironmentProxy } from "./environment-proxy.ts"
import { messageOf } from "./fields.ts"
import { globalDispatcher, type UndiciDispatcher } from "./global-dispatcher.ts"
import { isNotRepeatable } from "./not-repeatable.ts"
import { Semaphore } from "./semaphore.ts"
import {
  admitted,
  isTransportError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts"
import { ForeignExchange, HttpExchange } from "./undici-exchange.ts"

/** Default number of connections to one service; further requests wait. */
const usualConnections = 128

/** Sends through the caller's dispatcher, or as `undiciTransport` says. */
export function openUndici(dispatcher: UndiciDispatcher | undefined): Transport {
  return dispatcher
    ? { name: "undici", send: (request) => admitted(request, () => dispatch(dispatcher, request, ForeignExchange)) }
    : poolTransport()
}

/** Milliseconds that a connection may be idle before a write without an idempotency key; services allow more. */
const idleBeforeWrite = 50
const forWrites = { keepAliveTimeout: idleBeforeWrite, keepAliveMaxTimeout: idleBeforeWrite }

type Undici = typeof import("undici")

interface Pools {
  readonly options: Pool.Options
  readonly open: Map<string, Dispatcher>
  readonly gates: Map<string, Semaphore>
}

const noPools = (options: Pool.Options): Pools => ({ options, open: new Map(), gates: new Map() })

/** A connection pool for each service, and one for writes that must not be sent twice. */
function poolTransport(): Transport {
  const [reading, writing] = [noPools({}), noPools(forWrites)]
  const Exchange = usesEnvironmentProxy() ? ForeignExchange : HttpExchange
  const ending = new Set<Promise<unknown>>()
  const opening = new Set<Promise<unknown>>()
  let writtenAt = 0

  /** Closes pools, each after its last response. */
  function end(pools: readonly Dispatcher[]) {
    for (const pool of pools) {
      const closing = pool.close().finally(() => ending.delete(closing))
      ending.add(closing)
    }
  }

  function endAll({ open }: Pools) {
    end([...open.values()])
    open.clear()
  }

  async function sendThrough(pools: Pools, key: string, request: TransportRequest, onEnd: () => void) {
    if (pools === writing) {
      const idle = Date.now() - writtenAt
      writtenAt += idle
      // A timer of the pool is late when the program has blocked the event loop.
      if (idle > idleBeforeWrite) endAll(writing)
    }
    let pool: Dispatcher | undefined
    try {
      pool = pools.open.get(key) ?? (await track(opening, openPool(pools, key, request)))
      return await dispatch(pool, request, Exchange, onEnd)
    } catch (error) {
      // A request that fails before it is dispatched has not reported its end.
      onEnd()
      // The other kept connections are as old as the dead one: the next attempt gets a new one.
      if (pool && isTransportError(error) && resets.test(error.code ?? "") && pools.open.get(key) === pool) {
        pools.open.delete(key)
        end([pool])
      }
      throw error
    } finally {
      if (pools === writing) writtenAt = Date.now()
    }
  }

  return {
    name: "undici",
    send(request) {
      const chosen = globalDispatcher()
      if (chosen) return admitted(request, () => dispatch(chosen, request, ForeignExchange))
      const pools = isNotRepeatable(request) ? writing : reading
      const { origin, maxConnections = usualConnections } = request
      const key = `${origin} ${maxConnections}`
      const gate = pools.gates.get(key) ?? new Semaphore(maxConnections)
      pools.gates.set(key, gate)
      const run = (onEnd: () => void) => sendThrough(pools, key, request, onEnd)
      return whenFree(gate, request, maxConnections, run)
    },
    async close() {
      // A request that waits for undici has no pool yet.
      await Promise.allSettled(opening)
      endAll(reading)
      endAll(writing)
      await Promise.all(ending)
    },
  }
}

function track<T>(all: Set<Promise<unknown>>, one: Promise<T>): Promise<T> {
  const tracked = one.finally(() => all.delete(tracked))
  all.add(tracked)
  return tracked
}

/** Runs a request that occupies a connection until its end; at once if one is free. */
function whenFree(
  gate: Semaphore,
  request: TransportRequest,
  most: number,
  run: (onEnd: () => void) => Promise<TransportResponse>,
): Promise<TransportResponse> {
  const begin = () => {
    let isInside = true
    const leave = () => {
      if (isInside) gate.release()
      isInside = false
    }
    if (!request.admit) return run(leave)
    const leaveRefused = (error: unknown) => {
      leave()
      throw error
    }
    return request.admit().then(() => run(leave), leaveRefused)
  }
  if (gate.tryAcquire()) return begin()
  return new Promise((resolve, reject) => {
    request.sent = false
    const inContext = callerContext()
    const release = request.hold?.(`one of ${most} connections (maxConnections)`)
    const giveUp = gate.wait(() => {
      release?.()
      // Deferred: undici is still processing the response of this connection.
      Promise.resolve()
        .then(() => inContext(begin))
        .then(resolve, reject)
    })
    request.onAbort((reason) => {
      giveUp()
      reject(reason)
    })
  })
}

/** Error codes of a connection that was cut on use. */
const resets = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/
async function openPool({ options, open }: Pools, key: string, request: TransportRequest): Promise<Dispatcher> {
  const undici = await import("undici")
  const { origin, maxConnections: connections = usualConnections } = request
  const chosen = { ...options, connections }
  // Requests that waited for undici at the same time share a pool.
  const pool =
    open.get(key) ?? (usesEnvironmentProxy() ? byEnvironment(undici, chosen) : new undici.Pool(origin, chosen))
  open.set(key, pool)
  return pool
}

/** Milliseconds to connect to a proxy: undici sets no other limit, and closing the client waits for it. */
const tunnelTimeout = 30_000

/** Connections to a proxy. When a proxy cuts a connection, undici would otherwise retry forever on its own error. */
function toProxy(pool: Pool): Pool {
  const connect = pool.connect.bind(pool)
  return Object.assign(pool, {
    connect: (options: Dispatcher.ConnectOptions) =>
      connect(options).catch((cause) => {
        throw new Error(`the proxy gave no connection: ${messageOf(cause)}`, { cause })
      }),
  })
}

function byEnvironment({ EnvHttpProxyAgent, Pool }: Undici, options: Pool.Options): Dispatcher {
  try {
    const clientFactory = (origin: URL, clientOptions: object) =>
      toProxy(new Pool(origin, { ...clientOptions, headersTimeout: tunnelTimeout }))
    return new EnvHttpProxyAgent({ ...options, clientFactory })
  } catch (cause) {
    // A proxy address may contain a password.
    if (!Object(cause).message?.includes("URL")) throw cause
    throw new InvalidArgumentError(
      "HTTP_PROXY or HTTPS_PROXY",
      "is not an address such as http://proxy.example.com:3128",
    )
  }
}

function dispatch(
  dispatcher: UndiciDispatcher,
  request: TransportRequest,
  Exchange: typeof HttpExchange,
  onEnd?: () => void,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const { origin, path, method, body } = request
    // Other dispatchers, such as MockAgent, need not report when they send.
    if (Exchange === HttpExchange) request.sent = false
    const headers = askForCompression(request.headers)
    // Without undici's own timers: the client times the whole attempt.
    const options = { origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }
    dispatcher.dispatch(options, new Exchange(request, resolve, reject, onEnd))
  })
}
