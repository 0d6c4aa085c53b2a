import type { Dispatcher, Pool } from "undici"
import { InvalidArgumentError } from "../errors.ts"
import { acceptEncoding, askForCompression, isAcceptEncoding } from "./codings.ts"
import { usesEnvironmentProxy } from "./environment-proxy.ts"
import { messageOf } from "./fields.ts"
import { globalDispatcher, type UndiciDispatcher } from "./global-dispatcher.ts"
import { isSentOnce } from "./sent-once.ts"
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts"
import { ForeignExchange, HttpExchange } from "./undici-exchange.ts"

/** Connections to one service at most; more requests at a time wait for their turn. */
const connections = 128

/** Sends through a dispatcher of the caller's, or as `undiciTransport` says where there is none. */
export function openUndici(dispatcher: UndiciDispatcher | undefined): Transport {
  return dispatcher
    ? { name: "undici", send: (request) => dispatch(dispatcher, request, ForeignExchange) }
    : poolTransport()
}

/** Milliseconds that a connection may lie idle before a write that must not be sent twice; services wait for longer. */
const idleBeforeWrite = 50
const forWrites = { connections, keepAliveTimeout: idleBeforeWrite, keepAliveMaxTimeout: idleBeforeWrite }

type Undici = typeof import("undici")
type Pools = Map<string, Dispatcher>

/** A pool of connections for each service, and one for writes that must not be sent twice. */
function poolTransport(): Transport {
  const [pools, writing]: [Pools, Pools] = [new Map(), new Map()]
  const Exchange = usesEnvironmentProxy() ? ForeignExchange : HttpExchange
  let writtenAt = 0
  const sendOnce = async (request: TransportRequest) => {
    const idle = Date.now() - writtenAt
    writtenAt += idle
    // A timer of the pool's is late where the program kept the process busy.
    if (idle > idleBeforeWrite) end(writing)
    const answer = await dispatch(await openPool(writing, request.origin, forWrites), request, Exchange)
    writtenAt = Date.now()
    return answer
  }
  return {
    name: "undici",
    send(request) {
      const chosen = globalDispatcher()
      if (chosen) return dispatch(chosen, request, ForeignExchange)
      if (isSentOnce(request)) return sendOnce(request)
      const pool = pools.get(request.origin)
      return pool
        ? dispatch(pool, request, Exchange)
        : openPool(pools, request.origin).then((opened) => dispatch(opened, request, Exchange))
    },
    async close() {
      await Promise.all([end(pools), end(writing)])
    },
  }
}

/** Closes pools, each once its last answer is here. */
function end(pools: Pools): Promise<unknown> {
  const open = [...pools.values()]
  pools.clear()
  return Promise.all(open.map((pool) => pool.close()))
}

async function openPool(pools: Pools, origin: string, options: Pool.Options = { connections }): Promise<Dispatcher> {
  const undici = await import("undici")
  // Requests that waited for undici together share a pool.
  const pool =
    pools.get(origin) ?? (usesEnvironmentProxy() ? byEnvironment(undici, options) : new undici.Pool(origin, options))
  pools.set(origin, pool)
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
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const { origin, path, method, body } = request
    // One of others need not announce what it sends: MockAgent does not.
    if (Exchange === HttpExchange) request.sent = false
    // In turn, which is cheapest; what may wrap a dispatcher of others looks for names in an object.
    const headers = Exchange === HttpExchange ? inTurn(request.headers) : askForCompression(request.headers)
    // Without undici's own timers: the client keeps one clock over the whole attempt.
    const options = { origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }
    dispatcher.dispatch(options, new Exchange(request, resolve, reject))
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
