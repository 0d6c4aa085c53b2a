import type { UndiciDispatcher } from "./global-dispatcher.ts"
import type { Transport } from "./transport.ts"

/**
 * Sends through a dispatcher of the caller's. Without one: through the global one, where the program has set one; through
 * the proxies of the environment, where `NODE_USE_ENV_PROXY` says so; else through pools of its own. Loads with the first
 * request, as undici does: many programs that have a client never make one.
 */
export function undiciTransport(dispatcher?: UndiciDispatcher): Transport {
  let opened: Transport | undefined
  const open = async () => {
    const { openUndici } = await import("./undici-dispatch.ts")
    // Requests that waited for it together share its pools.
    opened ??= openUndici(dispatcher)
    return opened
  }
  return {
    name: "undici",
    send: (request) => (opened ? opened.send(request) : open().then((transport) => transport.send(request))),
    async close() {
      await opened?.close?.()
    },
  }
}
