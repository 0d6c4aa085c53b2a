import type { ServiceCore } from "./service.ts"

/** A world's clock as a client goes by it: its time; and pauses, which are over at once where it stands still. */
export interface WorldClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs something after so many milliseconds, unless the function given back is called first. */
  after(ms: number, run: () => void): () => void
}

/** What a client of a world is made with: `new Mas(world.clientOptions)`. */
export interface MockClientOptions {
  readonly baseUrl: string
  readonly apiKey: string
  /** Where the service is in this process and on no socket. */
  readonly fetch?: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  readonly clock: WorldClock
}

/** Where a client finds its world. */
type Place = Pick<MockClientOptions, "apiKey" | "fetch"> & { readonly id: string; readonly url: string }

export function clientOptionsOf(service: ServiceCore, { id, url, apiKey, fetch }: Required<Place>): MockClientOptions {
  const clock = worldClock(service, id)
  return { baseUrl: url, apiKey, clock, ...(service.isOnSocket ? {} : { fetch }) }
}

/** A world that is reset goes on under its name; of one that has ended the host's clock is left. */
function worldClock({ host, worlds }: ServiceCore, id: string): WorldClock {
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
