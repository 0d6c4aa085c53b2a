import { defaultTransport as platformFetch } from "./default.portable.ts"
import { lazyTransport } from "./lazy.ts"
import type { Transport } from "./transport.ts"
import { undiciTransport } from "./undici.ts"

/** The part of undici that tells whether it is undici. */
interface Undici {
  readonly Pool: { readonly prototype: object }
}

/** Sends with undici where it works, which is found out with the first request; else with the platform's `fetch`. */
export function defaultTransport(load: () => Promise<Undici> = () => import("undici")): Transport {
  const undici = undiciTransport()
  return lazyTransport(undici.name, async () => ((await works(load)) ? undici : platformFetch()))
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
