import { Pool } from "pg"
import postgres from "postgres"
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { postgresStore } from "../../sdk/stores/index.ts"
import type { WebhookHandlerOptions } from "../../sdk/webhooks/index.ts"
import type { Engine } from "../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../support/engines/postgres.ts"
import { skipped } from "../support/skipped.ts"
import { delivery, gate, listening } from "./fetch-support.ts"

afterEach(() => {
  vi.useRealTimers()
})

/** Milliseconds: a transaction ends a moment after the response. */
const afterAnswer = 10

describe.skipIf(noPostgres)(`events that hang on a Postgres pool${skipped(noPostgres)}`, () => {
  let server: Engine
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  const pools = {
    pg: (max?: number) => {
      const pool = new Pool({ connectionString: server.url, ...(max && { max }) })
      return { store: postgresStore(pool), ask: () => pool.query("select 1"), end: () => pool.end() }
    },
    "postgres.js": (max?: number) => {
      const sql = postgres(server.url, { onnotice: () => {}, ...(max && { max }) })
      return { store: postgresStore(sql), ask: () => sql`select 1`, end: () => sql.end() }
    },
  }

  it.each(["pg", "postgres.js"] as const)("take half of its connections by default, by %s", async (client) => {
    const maxima = [undefined, 1, 2, 5, 10].map((max) => {
      const pool = pools[client](max)
      onTestFinished(() => void pool.end())
      return pool.store.maxConcurrent
    })
    expect(maxima).toEqual([5, 1, 1, 2, 5])
  })

  it.each(["pg", "postgres.js"] as const)(
    "leave the other half to the rest of the program, and release theirs at the timeout, by %s",
    async (client) => {
      const { store, ask, end } = pools[client](10)
      const askAll = () => Promise.all(Array.from({ length: 10 }, async () => ask()))
      await store.migrate()
      // Timers open connections, and are faked below.
      await askAll()
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
      let begun = 0
      const all = gate()
      const onEvent = () => {
        if (++begun === 5) all.open()
        return new Promise(() => {})
      }
      const webhookStore = store as NonNullable<WebhookHandlerOptions["store"]>
      const { send } = listening({ store: webhookStore, onEvent, timeout: 2_000 })
      const statuses = Array.from({ length: 20 }, (_, n) => send(delivery(`${client} ${n}`)))
      await all.opened
      // If events took all ten connections, none would be left for this.
      await ask()
      vi.advanceTimersByTime(1_000)
      expect(await Promise.all(statuses.slice(5))).toEqual(Array(15).fill(503))
      vi.advanceTimersByTime(1_000)
      expect(await Promise.all(statuses.slice(0, 5))).toEqual(Array(5).fill(503))
      vi.advanceTimersByTime(afterAnswer)
      vi.useRealTimers()
      await askAll()
      expect(begun).toBe(5)
      await end()
    },
  )
})
