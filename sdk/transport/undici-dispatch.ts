import type { Dispatcher } from "undici"
import { InvalidArgumentError } from "../errors.ts"
import { acceptEncoding, askForCompression, isAcceptEncoding } from "./codings.ts"
import { usesEnvironmentProxy } from "./environment-proxy.ts"
import { globalDispatcher, type UndiciDispatcher } from "./global-dispatcher.ts"
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

/** A pool of connections for each service. */
function poolTransport(): Transport {
  const pools = new Map<string, Dispatcher>()
  const Exchange = usesEnvironmentProxy() ? ForeignExchange : HttpExchange
  return {
    name: "undici",
    send(request) {
      const chosen = globalDispatcher()
      if (chosen) return dispatch(chosen, request, ForeignExchange)
      const pool = pools.get(request.origin)
      return pool
        ? dispatch(pool, request, Exchange)
        : openPool(pools, request.origin).then((opened) => dispatch(opened, request, Exchange))
    },
    async close() {
      const open = [...pools.values()]
      pools.clear()
      await Promise.all(open.map((pool) => pool.close()))
    },
  }
}

async function openPool(pools: Map<string, Dispatcher>, origin: string): Promise<Dispatcher> {
  const { EnvHttpProxyAgent, Pool } = await import("undici")
  // Requests that waited for undici together share a pool.
  const pool =
    pools.get(origin) ?? (usesEnvironmentProxy() ? byEnvironment(EnvHttpProxyAgent) : new Pool(origin, { connections }))
  pools.set(origin, pool)
  return pool
}

function byEnvironment(Agent: typeof import("undici").EnvHttpProxyAgent): Dispatcher {
  try {
    return new Agent({ connections })
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
