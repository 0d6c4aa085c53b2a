import { EventEmitter, once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { Pool } from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { postgresStore } from "../../../sdk/stores/index.ts"
import { inTransaction, retrySerialization } from "../../../sdk/stores/postgres-clients.ts"

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

describe("a transaction of a pool of pg", () => {
  /** A pool whose client replies to statements as given, and what it ran. */
  function poolOf(replies: Readonly<Record<string, () => unknown>>) {
    const ran: unknown[] = []
    const client = Object.assign(new EventEmitter(), {
      async query(statement: string): Promise<never> {
        ran.push(statement)
        return (replies[statement]?.() ?? { rows: [], command: statement.toUpperCase() }) as never
      },
      release: (isBroken: boolean) => ran.push({ isBroken }),
    })
    type Lend = (error: Error | undefined, pooledClient: typeof client) => void
    const connect: { (): Promise<typeof client>; (callback: Lend): void } = (callback?: Lend) => {
      callback?.(undefined, client)
      return Promise.resolve(client)
    }
    return { pool: { connect, query: client.query }, ran }
  }
  const failed = (message: string) => () => {
    throw new Error(message)
  }

  it("gives its result once it is committed", async () => {
    const { pool, ran } = poolOf({})
    expect(await inTransaction(pool, (tx) => tx.query("work").then(() => 7))).toBe(7)
    expect(ran).toEqual(["begin", "work", "commit", { isBroken: false }])
  })

  it("fails if the commit became a rollback", async () => {
    const { pool, ran } = poolOf({ commit: () => ({ rows: [], command: "ROLLBACK" }) })
    await expect(inTransaction(pool, async () => 7)).rejects.toThrow("the transaction was rolled back")
    expect(ran.at(-1)).toEqual({ isBroken: false })
  })

  it("is rolled back if its work fails; its connection is closed if that fails, too", async () => {
    const work = () => Promise.reject(new Error("no"))
    const [well, lost] = [poolOf({}), poolOf({ rollback: failed("away") })]
    await expect(inTransaction(well.pool, work)).rejects.toThrow("no")
    expect(well.ran).toEqual(["begin", "rollback", { isBroken: false }])
    await expect(inTransaction(lost.pool, work)).rejects.toThrow("no")
    expect(lost.ran).toEqual(["begin", "rollback", { isBroken: true }])
  })

  it("fails if there is no connection", async () => {
    const connect: { (): Promise<never>; (callback: (error: Error) => void): void } = (callback?: unknown) => {
      if (typeof callback === "function") callback(new Error("too many clients"))
      return Promise.reject(new Error("unused")) as never
    }
    // The callback's error counts.
    const pool = { connect: (callback?: unknown) => void Promise.resolve(connect(callback as never)).catch(() => {}) }
    await expect(inTransaction(pool as never, async () => 7)).rejects.toThrow("too many clients")
    await expect(inTransaction({} as never, async () => 7)).rejects.toThrow("inTransaction takes a Pool of pg")
  })
})

describe("what PostgreSQL asks to repeat", () => {
  const failing = (codes: readonly string[]) => {
    let runs = 0
    const run = async () => {
      const code = codes[runs++]
      if (code !== undefined) throw Object.assign(new Error(`code ${code}`), { code })
      return runs
    }
    return { run, runs: () => runs }
  }

  it("is repeated after the changes of others, at most 20 times in all, and after nothing else", async () => {
    expect(await retrySerialization(failing(["40001", "40P01"]).run)).toBe(3)
    expect(await retrySerialization(failing(Array(19).fill("40001")).run)).toBe(20)
    const [often, other, begun] = [failing(Array(99).fill("40001")), failing(["23505"]), failing(["40001"])]
    await expect(retrySerialization(often.run)).rejects.toThrow("code 40001")
    await expect(retrySerialization(other.run)).rejects.toThrow("code 23505")
    await expect(retrySerialization(begun.run, () => false)).rejects.toThrow("code 40001")
    expect([often.runs(), other.runs(), begun.runs()]).toEqual([20, 1, 1])
  })
})
