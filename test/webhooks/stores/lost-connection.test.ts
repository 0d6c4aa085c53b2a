import { EventEmitter, once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { Pool } from "pg"
import { expect, it, onTestFinished } from "vitest"
import { postgresStore } from "../../../sdk/stores/index.ts"

/** A message of PostgreSQL's protocol. */
function message(type: string, ...content: (string | number)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === "string" ? Buffer.from(part) : word(part))))
  return Buffer.concat([Buffer.from(type), word(body.length + 4), body])
}
function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** Like a crashing database with a new connection. */
function acceptAndTerminate(socket: Socket): void {
  const [authenticated, ready] = [message("R", 0), message("Z", "I")]
  const leave = message("E", "SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0")
  socket.on("error", () => {}).once("data", () => socket.end(Buffer.concat([authenticated, ready, leave])))
}

it("losing a connection while its transaction waits for the work does not end the process", async () => {
  const client = Object.assign(new EventEmitter(), {
    query: async (statement: string | { text: string }) => ({ rows: typeof statement === "string" ? [] : [1] }),
    release: () => undefined,
  })
  type Lend = (error: Error | undefined, pooledClient: typeof client) => void
  const connect: { (): Promise<typeof client>; (callback: Lend): void } = (callback?: Lend) => {
    callback?.(undefined, client)
    return Promise.resolve(client)
  }
  const store = postgresStore({ connect, query: client.query })
  const done = store.transact("evt_1", () => client.emit("error", new Error("terminated")), { lease: 1_000 })
  expect([await done, client.listenerCount("error")]).toEqual(["mine", 0])
})

it("losing a connection of pg in the packet that makes it ready does not end the process", async () => {
  const server = createServer(acceptAndTerminate).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const pool = new Pool({ connectionString: `postgres://mas@127.0.0.1:${port}/mas` }).on("error", () => {})
  onTestFinished(async () => {
    await pool.end()
    server.close()
  })
  let worked = false
  const work = async () => {
    worked = true
  }
  await expect(postgresStore(pool).transact("evt_1", work, { lease: 1_000 })).rejects.toThrow()
  expect(worked).toBe(false)
})
