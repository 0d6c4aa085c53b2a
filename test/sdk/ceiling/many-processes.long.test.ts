import { Redis } from "ioredis"
import { Pool } from "pg"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { startMockServer } from "../../../mock-server/index.ts"
import { type CeilingStore, postgresCeiling, redisCeiling } from "../../../sdk/stores/index.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { App, bundleApp } from "../../support/example-app.ts"
import { skipped } from "../../support/skipped.ts"

const processes = 8
const [total, perRecipient] = [120, 20]
const people = Array.from({ length: 10 }, (_, at) => `person-${at}@example.test`)
/** Two whom all write to in a loop: without kills, and with them. */
const [steady, loop] = ["steady@example.test", "loop@example.test"]
/** Messages that a process has under way at once. */
const concurrency = 10

/**
 * Eight processes send as fast as they can to one person, then to another while two of them are killed, then so to ten. Without
 * kills exactly the limit is sent; with them what a killed process had under way counts as sent, as it may have been.
 */
async function holds(engine: Engine, open: () => CeilingStore): Promise<void> {
  let requests = 0
  const server = await startMockServer({
    port: 0,
    fixtures: { accounts: { main: { plan: "growth", standing: "trusted" } } },
    onRequest: () => {
      requests++
    },
  })
  const program = await bundleApp("../test/sdk/ceiling/sender.ts")
  const env = {
    MAS_BASE_URL: server.url,
    MAS_API_KEY: server.apiKey,
    MAS_CEILING_STORE: engine.url,
    MAS_MAX_SENDS: `${perRecipient}/1h per recipient, ${total}/1h`,
  }
  const senders: App[] = []
  const start = (name: string, recipients: readonly string[]) => {
    const sender = new App(program, { ...env, NAME: name, RECIPIENTS: recipients.join(",") }, /Full/)
    senders.push(sender)
    return sender
  }
  onTestFinished(async () => {
    await Promise.all(senders.map((sender) => sender.stop()))
    await server.close()
  })
  const accepted = () => server.world.messages.list({ limit: 1_000 })
  const countTo = (person: string) => accepted().filter(({ to }) => to === person).length

  /** All write to these people until there is no room. One is killed each time that so many messages were sent. */
  async function crowd(recipients: readonly string[], kills: readonly number[]): Promise<void> {
    const before = accepted().length
    const apps = Array.from({ length: processes }, (_, name) => start(`${recipients[0]}-${name}`, recipients))
    for (const [at, count] of kills.entries()) {
      const isReached = () => expect(accepted().length - before).toBeGreaterThanOrEqual(count)
      await vi.waitFor(isReached, { timeout: 60_000, interval: 2 })
      await apps[at]?.kill()
    }
    await Promise.all(apps.map(({ ready }) => ready))
  }
  const lost = 2 * concurrency

  await crowd([steady], [])
  expect(countTo(steady)).toBe(perRecipient)
  await crowd([loop], [5, 12])
  await crowd(people, [5, 12])
  expect(accepted().length).toBeLessThanOrEqual(total)
  for (const person of [...people, steady, loop]) expect(countTo(person)).toBeLessThanOrEqual(perRecipient)
  expect(accepted().length).toBeGreaterThanOrEqual(total - 2 * lost)

  // A stop holds back all of them, also one that starts now.
  await open().stop("the test is over")
  const before = requests
  await start("late", ["new@example.test"]).ready
  expect(requests).toBe(before)
}

describe("eight processes keep one ceiling, even if some are killed", () => {
  it.skipIf(noRedis)(
    `by Redis${skipped(noRedis)}`,
    async () => {
      const engine = await startRedis()
      onTestFinished(engine.stop)
      await holds(engine, () => {
        const redis = new Redis(engine.url)
        onTestFinished(() => redis.disconnect())
        return redisCeiling(redis)
      })
    },
    240_000,
  )

  it.skipIf(noPostgres)(
    `by PostgreSQL${skipped(noPostgres)}`,
    async () => {
      const engine = await startPostgres()
      const pool = new Pool({ connectionString: engine.url })
      onTestFinished(async () => {
        await pool.end()
        await engine.stop()
      })
      await holds(engine, () => postgresCeiling(pool))
    },
    240_000,
  )
})
