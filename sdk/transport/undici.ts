import type { UndiciDispatcher } from "../options.ts"
import type { Transport } from "./transport.ts"

/** Sends with undici, which is loaded with the first request: through a dispatcher of the caller's, or pools of its own. */
export function undiciTransport(dispatcher?: UndiciDispatcher): Transport {
  let loaded: Transport | undefined
  let loading: Promise<Transport> | undefined
  return {
    name: "undici",
    async send(request) {
      if (loaded) return loaded.send(request)
      loading ??= import("./undici-pools.ts").then(({ createUndiciTransport }) => createUndiciTransport(dispatcher))
      loaded = await loading
      return loaded.send(request)
    },
    async close() {
      await loaded?.close?.()
    },
  }
}
