import type { ServiceCore } from "../service/service.ts"

/** The options for a client of a world: `new Mas(world.clientOptions)`. */
export interface MockClientOptions {
  /** The world's base address. */
  readonly baseUrl: string
  /** The server API key of the seeded account `main`. */
  readonly apiKey: string
  /** Calls the service in process; absent when it listens on a socket. */
  readonly fetch?: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** The world's time, used by the client; its pauses end at once while that is frozen. */
  readonly clock: {
    /** Milliseconds since 1970. */
    now(): number
    /** Runs a function after `ms` milliseconds, unless the returned function is called first. */
    after(ms: number, run: () => void): () => void
  }
}

/** How a client reaches its world. */
type Place = Pick<MockClientOptions, "apiKey" | "fetch"> & { readonly id: string; readonly url: string }

/** @internal */
export function clientOptionsOf(service: ServiceCore, { id, url, apiKey, fetch }: Required<Place>): MockClientOptions {
  const clock = worldClock(service, id)
  return { baseUrl: url, apiKey, clock, ...(service.isOnSocket ? {} : { fetch }) }
}

/** Looks the world up by name on each call: a reset replaces it. Once it has ended, the host's clock is used. */
function worldClock({ host, worlds }: ServiceCore, id: string): MockClientOptions["clock"] {
  const clock = () => worlds.find(id)?.world.clock
  return {
    now: () => (clock() ?? host).now(),
    after(ms, run) {
      const stop = new AbortController()
      const { mode, rate = 1 } = clock() ?? {}
      const pause = mode === "frozen" ? 0 : ms / rate
      void host.wait(pause, stop.signal).then(() => stop.signal.aborted || run())
      return () => stop.abort()
    },
  }
}
