import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SetupServer } from "msw/node"
import { hostClock } from "../../mock-server/base/host.ts"
import {
  createMockService,
  type MockService,
  type MockServiceOptions,
  type MockWorld,
  startMockServer,
} from "../../mock-server/index.ts"
import { StateReader, stateLines } from "../../mock-server/service/state/state-lines.ts"
import type { SnapshotState } from "../../mock-server/world/snapshot.ts"
import { type ClientOptions, nodeHttpTransport } from "../../sdk/index.ts"
import { snapshotOf } from "../support/snapshot-of.ts"

/** A service that clients reach in some way; it can be killed. */
export interface Reached {
  readonly world: MockWorld
  /** Milliseconds since 1970, by the world's clock. */
  now(): number
  /** The options of the client with this index. */
  clientOptions(client: number): ClientOptions
  /** The state that a server killed now would leave behind. */
  keep(): Promise<string>
  /** Ends it abruptly, and starts another with the saved state. */
  kill(savedState: string): Promise<void>
  close(): Promise<void>
}

/** A way to a service. */
export type Connector = (options: MockServiceOptions) => Promise<Reached>

const address = "http://127.0.0.1:4010"
const mswAddress = "https://api.mas.example/base"

type Reach = (service: MockService, client: number) => ClientOptions

/** A host on which nothing takes time: a long advance yields after some milliseconds, which would not be repeatable. */
const timeless = { ...hostClock, elapsed: () => 0 }

/** A service in this process: its saved state is text that is never on disk. */
async function inMemory(options: MockServiceOptions, url: string, reach: Reach): Promise<Reached> {
  const make = () => createMockService({ ...options, baseUrl: url, hostClock: timeless })
  let service = make()
  let { clock } = service.clientOptions
  return {
    get world() {
      return service.world
    },
    now: () => clock.now(),
    clientOptions: (client) => ({ baseUrl: url, ...reach(service, client) }),
    keep: async () => [...stateLines(snapshotOf(service.world), 0)].join(""),
    async kill(savedState) {
      await service.close()
      service = make()
      clock = service.clientOptions.clock
      const reader = new StateReader()
      for (const line of savedState.split("\n")) if (line !== "") reader.take(line)
      service.world.state.restore(reader.finish().snapshot as SnapshotState)
    },
    close: () => service.close(),
  }
}

const inProcess: Connector = (options) => inMemory(options, address, (service) => ({ fetch: service.fetch }))

/** Everything through one MSW server: it patches the process, so only one day at a time can use it. */
const throughMsw =
  (transports: readonly TransportName[]): Connector =>
  async (options) => {
    // Loading them takes longer than a hundred days.
    const [{ setupServer }, { masHandlers }] = await Promise.all([
      import("msw/node"),
      import("../../mock-server/msw.ts"),
    ])
    let network: SetupServer | undefined
    const reached = await inMemory(options, mswAddress, (service, client) => {
      const handlers = masHandlers(service, { baseUrl: mswAddress })
      if (network === undefined) {
        network = setupServer(...handlers)
        network.listen({ onUnhandledRequest: "error" })
      } else network.resetHandlers(...handlers)
      return transportOptions(transports, client)
    })
    return {
      ...reached,
      get world() {
        return reached.world
      },
      async close() {
        network?.close()
        await reached.close()
      },
    }
  }

/** A server on a socket with a state file. */
const overHttp =
  (transports: readonly TransportName[]): Connector =>
  async (options) => {
    const folder = mkdtempSync(join(tmpdir(), "mas-sdk-simulation-"))
    const state = join(folder, "world.jsonl")
    const looks = manualLooks()
    const start = () => startMockServer({ ...options, port: 0, state, hostClock: looks.hostClock })
    let server = await start()
    return {
      get world() {
        return server.world
      },
      now: () => server.clientOptions.clock.now(),
      clientOptions: (client) => ({ baseUrl: server.url, ...transportOptions(transports, client) }),
      async keep() {
        await looks.look()
        return readFileSync(state, "utf8")
      },
      async kill(savedState) {
        await server.close()
        // Closing has written the changes that a kill would lose.
        writeFileSync(state, savedState)
        server = await start()
      },
      async close() {
        await server.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  }

/** A host clock with which the state file checks for changes only on request. */
function manualLooks() {
  let waiting: (() => void) | undefined
  let onWait = () => {}
  const after = (_ms: number, callback: () => void) => {
    waiting = callback
    onWait()
    return () => {
      if (waiting === callback) waiting = undefined
    }
  }
  return {
    hostClock: { ...hostClock, after },
    /** Resolves when changes are written, and the file waits for its next check. */
    async look(): Promise<void> {
      const look = waiting
      if (look === undefined) throw new Error("the state file does not look for changes")
      const done = new Promise<void>((resolve) => {
        onWait = resolve
      })
      look()
      await done
      onWait = () => {}
    },
  }
}

const transports = {
  undici: () => ({}),
  fetch: () => ({ fetch: (url: string, init: RequestInit) => fetch(url, init) }),
  "node:http": () => ({ transport: nodeHttpTransport() }),
} satisfies Record<string, () => ClientOptions>
type TransportName = keyof typeof transports

function transportOptions(names: readonly TransportName[], client: number): ClientOptions {
  return transports[names[client % names.length] ?? "fetch"]()
}

/** Every way to a service; MSW sees the global `fetch` and `node:http`, not undici. */
export const connectors = {
  "in process": inProcess,
  "over HTTP by undici": overHttp(["undici"]),
  "over HTTP by fetch": overHttp(["fetch"]),
  "over HTTP by node:http": overHttp(["node:http"]),
  "over HTTP by all three": overHttp(["undici", "fetch", "node:http"]),
  "through MSW by fetch": throughMsw(["fetch"]),
  "through MSW by node:http": throughMsw(["node:http"]),
} as const satisfies Record<string, Connector>
