import { setupServer } from "msw/node"
import { createMockService, type MockServiceOptions, type MockWorld, startMockServer } from "../../mock-server/index.ts"
import { masHandlers } from "../../mock-server/msw.ts"
import { Mas } from "../../sdk/index.ts"

/** A service for a test body, independent of the transport. */
export interface Reached {
  readonly url: string
  readonly world: MockWorld
  /** A client of the seeded account `main`. */
  readonly mas: Mas
  /** Calls a path of the service, with the API key of `main` unless headers say otherwise. */
  call(path: string, init?: RequestInit): Promise<Response>
}

/** A service to be closed by the code that opened it. */
export interface Opened extends Reached {
  close(): Promise<void>
}

const frozen: MockServiceOptions = { clock: "frozen", now: "2026-03-01T12:00:00.000Z" }

/** The three transports to a service, by name; each opens a new one. */
const openers: Readonly<Record<string, (options: MockServiceOptions) => Promise<Opened>>> = {
  async "in process"(options) {
    const service = createMockService({ ...frozen, ...options })
    return reached(service.url, service, service.fetch, () => service.close())
  },

  async "over HTTP"(options) {
    const server = await startMockServer({ ...frozen, ...options, port: 0 })
    return reached(server.url, server, undefined, () => server.close())
  },

  async "through MSW"(options) {
    const baseUrl = "https://api.mas.example/base"
    const service = createMockService({ ...frozen, ...options })
    const network = setupServer(...masHandlers(service, { baseUrl }))
    network.listen({ onUnhandledRequest: "bypass" })
    return reached(baseUrl, service, fetch, async () => {
      network.close()
      await service.close()
    })
  },
}

function reached(
  url: string,
  { apiKey, world }: { readonly apiKey: string; readonly world: MockWorld },
  send: typeof fetch | undefined,
  stop: () => Promise<void>,
): Opened {
  const mas = new Mas({ apiKey, baseUrl: url, maxRetries: 0, ...(send === undefined ? {} : { fetch: send }) })
  return {
    url,
    world,
    mas,
    call(path, init = {}) {
      const headers = { Authorization: `Bearer ${apiKey}`, ...init.headers }
      return (send ?? fetch)(`${url}${path}`, { ...init, headers })
    },
    async close() {
      await mas.close()
      await stop()
    },
  }
}

/** The transports for `describe.each`. */
export const openings = Object.entries(openers)

/** Request options with a JSON body. */
export const json = (value: unknown, method = "POST"): RequestInit => ({
  method,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(value),
})
