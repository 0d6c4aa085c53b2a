import type { UndiciDispatcher } from "./global-dispatcher.ts"
import { lazyTransport } from "./lazy.ts"
import type { Transport } from "./transport.ts"

/**
 * Sends through the caller's dispatcher. Without one, in this order: the global dispatcher, if the program has set one; the
 * proxies of the environment, if Node's own `fetch` uses them; its own pools.
 */
export const undiciTransport = (dispatcher?: UndiciDispatcher): Transport =>
  lazyTransport("undici", async () => (await import("./undici-dispatch.ts")).openUndici(dispatcher))
