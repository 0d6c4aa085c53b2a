import { defaultTransport as platformFetch } from "./default.portable.ts"
import { globalDispatcher } from "./global-dispatcher.ts"
import { lazyTransport } from "./lazy.ts"
import { nodeHttpTransport } from "./node-http.ts"
import type { Transport } from "./transport.ts"
import { undiciTransport } from "./undici.ts"

/** The part of undici that tells whether it is undici. */
interface Undici {
  readonly Pool: { readonly prototype: object }
}

/** Sends with undici where it works, which is found out with the first request; else with the platform's `fetch`. */
export function defaultTransport(load: () => Promise<Undici> = () => import("undici")): Transport {
  const undici = besideFakes(undiciTransport())
  return lazyTransport(undici.name, async () => ((await works(load)) ? undici : platformFetch()))
}

/**
 * Undici sends no upload, and does not tell when it is closed, while a test's fake timers hold `queueMicrotask`, as those of Jest and
 * Sinon do. Meanwhile requests go by `node:http`, unless the program has chosen the dispatcher.
 */
function besideFakes(undici: Transport): Transport {
  let http: Transport | undefined
  const isHeld = () => "clock" in Object(globalThis.queueMicrotask)
  return {
    get name() {
      return undici.name
    },
    send(request) {
      if (!isHeld() || globalDispatcher()) return undici.send(request)
      http ??= nodeHttpTransport()
      return http.send(request)
    },
    async close() {
      await http?.close?.()
      const closed = undici.close?.()
      if (!isHeld()) await closed
    },
  }
}

/** False where a bundle runs without undici, and where the platform has something else by its name, as Bun has. */
async function works(load: () => Promise<Undici>): Promise<boolean> {
  try {
    const { Pool } = await load()
    return "dispatch" in Pool.prototype
  } catch {
    return false
  }
}
