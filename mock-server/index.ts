import { fetchFrom } from "./fetch.ts"
import { nodeServer } from "./node.ts"
import { MockService, type MockServiceOptions } from "./service.ts"

export type { MockServiceOptions }

/** Makes a service without a socket. */
export function createMockService(options: MockServiceOptions = {}) {
  const service = new MockService(options)
  return {
    world: service.world,
    fetch: (request: Request): Promise<Response> => fetchFrom(service, request),
    close: () => service.close(),
  }
}

/** How a mock server is started. */
export interface MockServerOptions extends MockServiceOptions {
  /** 4010 when left out; 0 picks a free one. */
  readonly port?: number
  /** 127.0.0.1 when left out. */
  readonly host?: string
}

/** Starts the service on a socket of this machine. */
export async function startMockServer({ port = 4010, host = "127.0.0.1", ...options }: MockServerOptions = {}) {
  const service = new MockService(options)
  const server = nodeServer(service)
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  service.baseUrl = `http://${host}:${address !== null && typeof address === "object" ? address.port : port}`
  return {
    url: service.baseUrl,
    world: service.world,
    async close() {
      server.closeIdleConnections()
      await new Promise((resolve) => server.close(resolve))
      await service.close()
    },
  }
}
