import type { Fetch, UndiciDispatcher } from "../options.ts"
import type { Transport } from "./transport.ts"

/** Sends with undici, which is loaded with the first request: through a dispatcher of the caller's, or pools of its own. */
export function undiciTransport(dispatcher?: UndiciDispatcher): Transport {
  return lazily("undici", ({ createUndiciTransport }) => createUndiciTransport(dispatcher))
}

/** Sends with a `fetch` function: the platform's, MSW's, an in-process service's. */
export function fetchTransport(fetch: Fetch): Transport {
  return lazily("fetch", ({ createFetchTransport }) => createFetchTransport(fetch))
}

type OnDemand = typeof import("../request/on-demand.ts")

/** A transport that is loaded with its first request. */
function lazily(name: string, create: (module: OnDemand) => Transport | Promise<Transport>): Transport {
  let loaded: Transport | undefined
  let loading: Promise<Transport> | undefined
  return {
    name,
    async send(request) {
      if (loaded) return loaded.send(request)
      loading ??= import("../request/on-demand.ts").then(create)
      loaded = await loading
      return loaded.send(request)
    },
    async close() {
      await loaded?.close?.()
    },
  }
}
