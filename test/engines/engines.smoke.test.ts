import { createConnection } from "node:net"
import postgres from "postgres"
import { createClient } from "redis"
import { describe, expect, it, onTestFinished } from "vitest"
import { noPostgres, startPostgres } from "../support/engines/postgres.ts"
import { noRedis, startRedis } from "../support/engines/redis.ts"
import { skipped } from "../support/skipped.ts"

const isOpen = (url: string) =>
  new Promise((resolve) => {
    const socket = createConnection(Number(new URL(url).port), "127.0.0.1")
    socket.once("connect", () => resolve(socket.destroy() !== undefined))
    socket.once("error", () => resolve(false))
  })

describe.skipIf(noRedis)(`a Redis of the tests${skipped(noRedis)}`, () => {
  it("keeps its data after a kill and a restart, on the same port", async () => {
    const engine = await startRedis()
    onTestFinished(engine.stop)
    const tell = async (...command: string[]) => {
      const client = await createClient({ url: engine.url }).connect()
      return client.sendCommand(command).finally(() => client.destroy())
    }
    await tell("SET", "told", "before")
    await engine.kill()
    expect(await isOpen(engine.url)).toBe(false)
    await engine.start()
    expect(await tell("GET", "told")).toBe("before")
    await engine.stop()
    expect(await isOpen(engine.url)).toBe(false)
  })
})

describe.skipIf(noPostgres)(`a PostgreSQL of the tests${skipped(noPostgres)}`, () => {
  it("keeps committed data after a kill and a restart, on the same port", { tags: "slow" }, async () => {
    const engine = await startPostgres()
    onTestFinished(engine.stop)
    const before = postgres(engine.url)
    await before`create table told (what text)`
    await before`insert into told values ('before')`
    await engine.kill()
    await before.end({ timeout: 0 })
    expect(await isOpen(engine.url)).toBe(false)
    await engine.start()
    const after = postgres(engine.url)
    expect([...(await after`select what from told`)]).toEqual([{ what: "before" }])
    await after.end()
    await engine.stop()
    expect(await isOpen(engine.url)).toBe(false)
  })
})
