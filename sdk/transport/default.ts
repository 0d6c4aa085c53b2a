import { defaultTransport as platformFetch } from "./default.portable.ts"
import type { Transport } from "./transport.ts"
import { undiciTransport } from "./undici.ts"

/** Sends with undici where it works, which is found out with the first request; else with the platform's `fetch`. */
export function defaultTransport(): Transport {
  const undici = undiciTransport()
  let chosen: Transport | undefined
  const choose = async () => {
    chosen ??= (await undiciWorks()) ? undici : platformFetch()
    return chosen
  }
  return {
    get name() {
      return (chosen ?? undici).name
    },
    send: (request) => chosen?.send(request) ?? choose().then((transport) => transport.send(request)),
    async close() {
      await chosen?.close?.()
    },
  }
}

/** False where a bundle runs without it, and where the platform has something else by its name, as Bun has. */
async function undiciWorks(): Promise<boolean> {
  try {
    const { Pool } = await import("undici")
    return typeof Pool.prototype.dispatch === "function"
  } catch {
    return false
  }
}
