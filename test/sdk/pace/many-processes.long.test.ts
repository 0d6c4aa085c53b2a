import { Pool } from "pg"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { startMockServer } from "../../../mock-server/index.ts"
import { postgresPace } from "../../../sdk/stores/index.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { App, bundleApp } from "../../support/example-app.ts"
import { isRelease } from "../../support/repetitions.ts"
import { skipped } from "../../support/skipped.ts"

const processes = 8
/** All processes together. */
const perSecond = 50
const path = "/v1/my/messages"
/** Milliseconds. */
const maintenance = 8_000

/** A request with a response. */
interface HandledHost {
  readonly at: number
  readonly status: number | null
  /** The process that sent it. */
  readonly sender: string
}

/**
 * Eight processes that send as fast as they can. The service accepts everything: the rate of each second depends on the
 * machine's load, so other tests check it in simulated time.
 */
async function crowd(store: string) {
  const answered: HandledHost[] = []
  const server = await startMockServer({
    port: 0,
    fixtures: { accounts: { main: { plan: "growth", standing: "trusted" } } },
    onRequest: ({ path: requestPath, status, request_body }) => {
      if (requestPath === path)
        answered.push({ at: performance.now(), status, sender: String(Object(request_body).subject) })
    },
  })
  const program = await bundleApp("../test/sdk/pace/sender.ts")
  const env = { MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey, STORE: store, PER_SECOND: `${perSecond}` }
  const senders = Array.from(
    { length: processes },
    (_, name) => new App(program, { ...env, NAME: `process-${name}` }, /Working/),
  )
  onTestFinished(async () => {
    await Promise.all(senders.map((sender) => sender.stop()))
    await server.close()
  })
  await Promise.all(senders.map(({ ready }) => ready))
  const first = performance.now()
  /** Waits for this number of newly accepted messages. */
  async function accepted(count: number): Promise<HandledHost[]> {
    const from = answered.length
    const newer = () => answered.slice(from)
    const isEnough = () =>
      expect(newer().filter(({ status }) => status !== null && status < 300).length).toBeGreaterThanOrEqual(count)
    await vi.waitFor(isEnough, { timeout: 120_000, interval: 20 })
    return newer()
  }
  return { answered, senders, server, accepted, first }
}

const sharesOf = (handled: readonly HandledHost[]) =>
  Array.from({ length: processes }, (_, name) => handled.filter(({ sender }) => sender === `process-${name}`).length)

async function holds(engine: Engine): Promise<void> {
  const { answered, senders, server, accepted, first } = await crowd(engine.url)

  // Each process gets its share.
  await vi.waitFor(() => expect(Math.min(...sharesOf(answered))).toBeGreaterThan(0), { timeout: 60_000 })
  const shares = sharesOf(await accepted(320))
  expect(Math.min(...shares) / Math.max(...shares)).toBeGreaterThan(0.5)

  // A killed process holds nobody back.
  await senders[0]?.stop()
  const without = sharesOf(await accepted(100))
  expect(without.slice(1).every((share) => share > 0)).toBe(true)

  // All stop once the process that got the 429 has told the store, and none resumes before the maintenance ends.
  server.world.faults.add({ path, status: 429, retry_after: maintenance / 1_000, times: 1 })
  await vi.waitFor(() => expect(answered.some(({ status }) => status === 429)).toBe(true), { timeout: 60_000 })
  const stopped = answered.findLast(({ status }) => status === 429)?.at ?? 0
  const maintenanceEnd = stopped + maintenance
  await vi.waitFor(() => expect(answered.at(-1)?.at).toBeGreaterThan(maintenanceEnd), { timeout: 60_000 })
  await accepted(50)
  expect(answered.filter(({ at }) => at > stopped + maintenance / 2 && at < maintenanceEnd - 500)).toEqual([])

  // The store restarts: all resume without help.
  await engine.kill()
  await engine.start()
  const again = sharesOf(await accepted(150))
  expect(again.slice(1).every((share) => share > 0)).toBe(true)

  // They never exceeded the rate.
  const all = (performance.now() - first) / 1_000
  expect(answered.filter(({ at }) => at > first).length).toBeLessThanOrEqual(perSecond * all + 3 * processes)
}

describe("eight processes keep one pace, even if one is killed", () => {
  it.skipIf(noRedis)(
    `by Redis${skipped(noRedis)}`,
    async () => {
      const engine = await startRedis()
      onTestFinished(engine.stop)
      await holds(engine)
    },
    240_000,
  )

  // The same rules by another engine: their steps are compared by a quicker test.
  it.skipIf(noPostgres || !isRelease)(
    `by PostgreSQL${skipped(noPostgres)}`,
    async () => {
      const engine = await startPostgres()
      onTestFinished(engine.stop)
      const pool = new Pool({ connectionString: engine.url })
      await postgresPace(pool).migrate()
      await pool.end()
      await holds(engine)
    },
    240_000,
  )
})
