import { Redis } from "ioredis"
import { Client, Pool } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Day, type SimulateOptions, simulate } from "../../../mock-server/index.ts"
import { idempotencyKey, Mas } from "../../../sdk/index.ts"
import { postgresStore, redisStore } from "../../../sdk/stores/index.ts"
import { createWebhookHandler, type WebhookEvent } from "../../../sdk/webhooks/index.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { skipped } from "../../support/skipped.ts"

const missing = noPostgres ?? noRedis
const storm = { runs: 10, faults: "storm", for: "36h" } as const

/** Sends a mail for each order, repeatedly until it is sent. */
async function orders(day: Day): Promise<void> {
  const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
  const send = (mas: Mas, number: number) =>
    mas.messages.send(
      { channel: "email", to: `c${number}@example.test`, subject: "Hi", body: "Hi" },
      { idempotencyKey: idempotencyKey("order", number) },
    )
  await day.times(5, async (number) => {
    const replayByKey = () => shop.call((mas) => send(mas, number).catch(() => undefined))
    while ((await replayByKey()) === undefined) await day.sleep("1m")
  })
}

describe.skipIf(missing)(`a storm of simulated days${skipped(missing)}`, () => {
  let postgres: Engine
  let redis: Engine
  let db: Client
  beforeAll(async () => {
    ;[postgres, redis] = await Promise.all([startPostgres({ fsync: "off" }), startRedis()])
    db = new Client({ connectionString: postgres.url })
    await db.connect()
    await db.query("create table booked (day integer, event text)")
    const pool = new Pool({ connectionString: postgres.url })
    await postgresStore(pool).migrate()
    await pool.end()
  })
  afterAll(async () => {
    await db?.end()
    await Promise.all([postgres?.stop(), redis?.stop()])
  })

  /** Every event is booked, and none twice. */
  function book(day: Day, booked: () => Promise<readonly string[]>): void {
    day.always("none is booked twice", async () => {
      const all = await booked()
      return new Set(all).size === all.length
    })
    day.eventually("each is booked", async () => expect(await booked()).toHaveLength(10))
  }

  /** Ends connections of Postgres as if their process had ended. */
  const cut = (name: string) =>
    db.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1", [name])

  it("passes with postgresStore on a real Postgres, with events booked in its transaction", async ({ signal }) => {
    const options: SimulateOptions = { ...storm, signal }
    let lives = 0
    const progress = await simulate(options, async (day) => {
      await db.query("truncate booked, mas_webhooks")
      const ids = async () =>
        (await db.query<{ event: string }>("select event from booked")).rows.map(({ event }) => event)
      book(day, ids)
      day.receiver(
        "hooks",
        ({ secret }) => {
          const name = `life ${++lives}`
          const pool = new Pool({ connectionString: postgres.url, application_name: name, idleTimeoutMillis: 0 })
          pool.on("error", () => {})
          pool.on("connect", (client) => client.on("error", () => {}))
          const fetch = createWebhookHandler({
            secret,
            store: postgresStore(pool),
            onError: () => {},
            onEvent: (event, { tx }) => tx.query("insert into booked values ($1, $2)", [day.seed, event.id]),
          })
          return { fetch, life: name }
        },
        { processes: 2, crash: ({ life }) => cut(life) },
      )
      await orders(day)
    })
    expect(progress).toMatchObject({ runs: storm.runs })
    expect(progress.faults).toBeGreaterThan(10)
  })

  it("passes with redisStore on a real Redis", async ({ signal }) => {
    await simulate({ ...storm, signal }, async (day) => {
      const booked: string[] = []
      // The effect and the mark are separate writes: a crash in between may repeat the event, so booking is idempotent.
      const onEvent = ({ id }: WebhookEvent) => booked.includes(id) || booked.push(id)
      book(day, async () => booked)
      day.receiver(
        "hooks",
        ({ secret }) => {
          const client = new Redis(redis.url)
          client.on("error", () => {})
          const store = redisStore(client, { prefix: `day ${day.seed}:` })
          const fetch = createWebhookHandler({ secret, store, onError: () => {}, onEvent })
          return { fetch, client }
        },
        { processes: 2, crash: ({ client }) => client.disconnect() },
      )
      await orders(day)
    })
  })
})
