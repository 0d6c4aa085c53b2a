import type { UndiciDispatcher } from "./global-dispatcher.ts"
import { lazyTransport } from "./lazy.ts"
import type { Transport } from "./transport.ts"

/**
 * Sends through a dispatcher of the caller's. Without one: through the global one, where the program has set one; through
 * the proxies of the environment, where Node's own `fetch` does so; else through pools of its own.
 */
export const undiciTransport = (dispatcher?: UndiciDispatcher): Transport =>
  lazyTransport("undici", async () => (await import("./undici-dispatch.ts")).openUndici(dispatcher))
