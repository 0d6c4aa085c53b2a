import type { Dispatcher, Pool } from "undici"
import { InvalidArgumentError } from "../errors.ts"
import { acceptEncoding, askForCompression, isAcceptEncoding } from "./content-encoding.ts"
import { usesEnvironmentProxy } from "./environment-proxy.ts"
import { messageOf } from "./fields.ts"
import { globalDispatcher, type UndiciDispatcher } from "./global-dispatcher.ts"
import { isNotRepeatable } from "./not-repeatable.ts"
import { Semaphore } from "./semaphore.ts"
import { isTransportError, type Transport, type TransportRequest, type TransportResponse } from "./transport.ts"
import { ForeignExchange, HttpExchange } from "./undici-exchange.ts"

/** Connections to one service, where the client is not told otherwise; more requests at a time wait for their turn. */
const usualConnections = 128

/** Sends through a dispatcher of the caller's, or as `undiciTransport` says where there is none. */
export function openUndici(dispatcher: UndiciDispatcher | undefined): Transport {
  return dispatcher
    ? { name: "undici", send: (request) => dispatch(dispatcher, request, ForeignExchange) }
    : poolTransport()
}

/** Milliseconds that a connection may lie idle before a write that must not be sent twice; services wait for longer. */
const idleBeforeWrite = 50
const forWrites = { keepAliveTimeout: idleBeforeWrite, keepAliveMaxTimeout: idleBeforeWrite }

type Undici = typeof import("undici")

/** Connections to one service, and how many requests may be at them. */
interface Pools {
  readonly options: Pool.Options
  readonly open: Map<string, Dispatcher>
  readonly gates: Map<string, Semaphore>
}

const noPools = (options: Pool.Options): Pools => ({ options, open: new Map(), gates: new Map() })

/** A pool of connections for each service, and one for writes that must not be sent twice. */
function poolTransport(): Transport {
  const [reading, writing] = [noPools({}), noPools(forWrites)]
  const Exchange = usesEnvironmentProxy() ? ForeignExchange : HttpExchange
  const ending = new Set<Promise<unknown>>()
  let writtenAt = 0

  /** Closes pools, each once its last answer is here. */
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

  async function sendThrough(pools: Pools, place: string, request: TransportRequest, onEnd: () => void) {
    if (pools === writing) {
      const idle = Date.now() - writtenAt
      writtenAt += idle
      // A timer of the pool's is late where the program kept the process busy.
      if (idle > idleBeforeWrite) endAll(writing)
    }
    let pool: Dispatcher | undefined
    try {
      pool = pools.open.get(place) ?? (await openPool(pools, place, request))
      return await dispatch(pool, request, Exchange, onEnd)
    } catch (error) {
      // The connections that were kept beside a dead one are as old: the next attempt gets a fresh one.
      if (pool && isTransportError(error) && resets.test(error.code ?? "") && pools.open.get(place) === pool) {
        pools.open.delete(place)
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
      if (chosen) return dispatch(chosen, request, ForeignExchange)
      const pools = isNotRepeatable(request) ? writing : reading
      const { origin, maxConnections = usualConnections } = request
      const place = `${origin} ${maxConnections}`
      const gate = pools.gates.get(place) ?? new Semaphore(maxConnections)
      pools.gates.set(place, gate)
      const run = (onEnd: () => void) => sendThrough(pools, place, request, onEnd)
      return whenFree(gate, request, maxConnections, run)
    },
    async close() {
      endAll(reading)
      endAll(writing)
      await Promise.all(ending)
    },
  }
}

/** Runs a request that has the place of a connection until its end, at once where there is one. */
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
    // What fails before it is dispatched has no end of its own.
    return run(leave).catch((error) => {
      leave()
      throw error
    })
  }
  if (gate.tryAcquire()) return begin()
  return new Promise((resolve, reject) => {
    request.sent = false
    const release = request.hold?.(`one of ${most} connections (maxConnections)`)
    const giveUp = gate.wait(() => {
      release?.()
      // Not at once: undici is still at the answer whose connection it is.
      Promise.resolve().then(begin).then(resolve, reject)
    })
    request.onAbort((reason) => {
      giveUp()
      reject(reason)
    })
  })
}

/** Codes of a connection that was cut when it was used. */
const resets = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/
async function openPool({ options, open }: Pools, place: string, request: TransportRequest): Promise<Dispatcher> {
  const undici = await import("undici")
  const { origin, maxConnections: connections = usualConnections } = request
  const chosen = { ...options, connections }
  // Requests that waited for undici together share a pool.
  const pool =
    open.get(place) ?? (usesEnvironmentProxy() ? byEnvironment(undici, chosen) : new undici.Pool(origin, chosen))
  open.set(place, pool)
  return pool
}

/** Milliseconds for a proxy to connect. It has no other limit, and is waited for when the client is closed. */
const tunnelTimeout = 30_000

/** Connections to a proxy. Of one that it cuts off undici takes its own error for a reason to ask again at once, without end. */
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
    const clientFactory = (origin: URL, its: object) =>
      toProxy(new Pool(origin, { ...its, headersTimeout: tunnelTimeout }))
    return new EnvHttpProxyAgent({ ...options, clientFactory })
  } catch (cause) {
    // An address of a proxy may hold its password.
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
    // One of others need not announce what it sends: MockAgent does not.
    if (Exchange === HttpExchange) request.sent = false
    // In turn, which is cheapest; what may wrap a dispatcher of others looks for names in an object.
    const headers = Exchange === HttpExchange ? inTurn(request.headers) : askForCompression(request.headers)
    // Without undici's own timers: the client keeps one clock over the whole attempt.
    const options = { origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }
    dispatcher.dispatch(options, new Exchange(request, resolve, reject, onEnd))
  })
}

/** The headers as `askForCompression` has them: name, value, name, value. */
function inTurn(headers: Readonly<Record<string, string>>): string[] {
  const list: string[] = []
  let isAsked = false
  for (const name in headers) {
    list.push(name, String(headers[name]))
    isAsked ||= isAcceptEncoding(name)
  }
  if (!isAsked) list.push("Accept-Encoding", acceptEncoding)
  return list
}
