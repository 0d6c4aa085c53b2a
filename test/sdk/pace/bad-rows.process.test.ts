import { Redis } from "ioredis"
import { Pool } from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Pace, postgresPace, redisPace } from "../../../sdk/stores/index.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { skipped } from "../../support/skipped.ts"
import { send, turnOf } from "./support.ts"

type Poison = (credential: string, value: string) => Promise<unknown>

/** No call waits or fails for what another program stored, and the pace goes on from its first rate. */
async function holdsUpNoCall(make: () => Pace, poison: Poison, values: readonly string[]): Promise<void> {
  for (const value of values) {
    const turn = (credential: string) => turnOf(make(), { credential, endpoint: send.endpoint }, { longest: 0 })
    await turn(`a ${value}`)
    await poison(`a ${value}`, value)
    expect(await turn(`a ${value}`), value).toBeUndefined()
    const wait = await turn(`a ${value}`)
    expect(wait, value).toBeGreaterThan(0)
    expect(wait, value).toBeLessThanOrEqual(20_000)
    // One failure is no outage, whatever was counted before.
    await turn(`b ${value}`)
    await make().countFailure({ credential: `b ${value}`, endpoint: send.endpoint }, 1)
    await poison(`b ${value}`, value)
    await make().countFailure({ credential: `b ${value}`, endpoint: send.endpoint }, 3_600_000)
    expect(await turn(`b ${value}`), value).toBeUndefined()
  }
}

describe.skipIf(noRedis)(`a row of redisPace that another program wrote${skipped(noRedis)}`, () => {
  it("holds up no call", async () => {
    const server = await startRedis()
    const client = new Redis(server.url)
    onTestFinished(async () => {
      await client.quit()
      await server.stop()
    })
    const fields = ["next", "paused", "pause", "rate", "recently", "counted"]
    const poison: Poison = async (credential, value) => {
      for (const key of [`mas:pace:{${credential}}`, `mas:pace:{${credential}} ${send.endpoint}`])
        await client.hset(key, Object.fromEntries(fields.map((field) => [field, value])))
    }
    await holdsUpNoCall(() => redisPace(client, { perSecond: 1 }), poison, [
      "nan",
      "-nan",
      "inf",
      "-inf",
      "x",
      "",
      "1e300",
      "-1e300",
    ])
  })
})

describe.skipIf(noPostgres)(`a row of postgresPace that another program wrote${skipped(noPostgres)}`, () => {
  it("holds up no call", async () => {
    const server = await startPostgres()
    const pool = new Pool({ connectionString: server.url })
    onTestFinished(async () => {
      await pool.end()
      await server.stop()
    })
    const make = () => postgresPace(pool, { perSecond: 1 })
    await make().migrate()
    const poison: Poison = (credential, value) =>
      pool.query(
        "update mas_pace set next = $1, paused = $1, pause = $1, rate = $1, recently = $1, counted = $1, said = 'x' where id like $2",
        [value, `${credential}%`],
      )
    await holdsUpNoCall(make, poison, ["NaN", "Infinity", "-Infinity", "1e300", "-1e300", "0"])
  })
})
