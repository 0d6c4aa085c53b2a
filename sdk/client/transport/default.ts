import { areMicrotasksHeld } from "../../webhooks/held-microtasks.ts"
import { defaultTransport as platformFetch } from "./default.portable.ts"
import { globalDispatcher } from "./global-dispatcher.ts"
import { lazyTransport } from "./lazy.ts"
import { nodeHttpTransport } from "./node-http.ts"
import { admitted, type Transport } from "./transport.ts"
import { undiciTransport } from "./undici.ts"

interface Undici {
  readonly Pool: { readonly prototype: object }
}

/** Sends with undici if it works here, checked on the first request; otherwise with the platform's `fetch`. */
export function defaultTransport(load: () => Promise<Undici> = () => import("undici")): Transport {
  const undici = besideFakes(undiciTransport())
  return lazyTransport(undici.name, async () => ((await works(load)) ? undici : admitting(platformFetch())))
}

/**
 * Fake timers of Jest and Sinon hold `queueMicrotask`. Undici then sends no upload and does not report that it is closed.
 * Meanwhile requests use `node:http`, unless the program has chosen a dispatcher.
 */
function besideFakes(undici: Transport): Transport {
  let http: Transport | undefined
  return {
    get name() {
      return undici.name
    },
    send(request) {
      if (!areMicrotasksHeld() || globalDispatcher()) return undici.send(request)
      http ??= admitting(nodeHttpTransport())
      return http.send(request)
    },
    async close() {
      await http?.close?.()
      const closed = undici.close?.()
      if (!areMicrotasksHeld()) await closed
    },
  }
}

/** For a transport without a queue of its own. */
const admitting = (transport: Transport): Transport => ({
  ...transport,
  send: (request) => admitted(request, () => transport.send(request)),
})

/** False in a bundle without undici, and where the platform has another module of that name, as Bun does. */
async function works(load: () => Promise<Undici>): Promise<boolean> {
  try {
    const { Pool } = await load()
    return "dispatch" in Pool.prototype
  } catch {
    return false
  }
}
