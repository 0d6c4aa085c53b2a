import { randomInt } from "node:crypto"
import { Client, Pool } from "pg"
import { expect, vi } from "vitest"
import { placeOrder } from "../../../examples/outbox/orders.ts"
import { type MockServer, type MockServiceOptions, startMockServer } from "../../../mock-server/index.ts"
import { createOutbox, type PostgresOutbox } from "../../../sdk/outbox/index.ts"
import { startPostgres } from "../../support/engines/postgres.ts"
import { startRedis } from "../../support/engines/redis.ts"
import { App, bundleApp, runApp } from "../../support/example-app.ts"

export type Queue = "graphile-worker" | "bullmq"

/** The sending programs, by queue. */
export const workers: Readonly<Record<Queue, string>> = {
  "graphile-worker": "outbox/postgres/worker.ts",
  bullmq: "outbox/bullmq/worker.ts",
}

/** Postgres and Redis for the tests of a file; each test has its own database and key space. */
export async function startEngines() {
  const [postgres, redis] = await Promise.all([startPostgres({ fsync: "off" }), startRedis()])
  const setUp = await runApp(await bundleApp("outbox/setup.ts"), [], { DATABASE_URL: postgres.url })
  if (setUp.code !== 0) throw new Error(setUp.stderr)
  let used = 0
  return {
    async fresh() {
      const name = `shop${++used}`
      const url = new URL(postgres.url)
      url.pathname = "template1"
      const admin = await connect(url.href)
      await admin.query(`create database ${name} template postgres`)
      await admin.end()
      url.pathname = name
      return { DATABASE_URL: url.href, REDIS_URL: `${redis.url}/${used}` }
    },
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()])
    },
  }
}

export type Engines = Awaited<ReturnType<typeof startEngines>>

export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

/** Options of a service with enough capacity for all orders. */
export const manyMessages = { fixtures: { accounts: { main: { plan: "growth", standing: "trusted" } } } } as const

export interface ShopOptions {
  readonly queue: Queue
  readonly env?: Readonly<Record<string, string>>
  readonly service?: MockServiceOptions
}

/** A shop with its own database, the service, and the started senders. */
export class Shop {
  readonly senders: App[] = []
  /** The id of the last awaited request. */
  #seen = 0

  constructor(
    readonly db: Client,
    readonly outbox: PostgresOutbox,
    readonly server: MockServer,
    readonly program: string,
    readonly env: Readonly<Record<string, string>>,
  ) {}

  static async open(engines: Engines, { queue, env, service }: ShopOptions): Promise<Shop> {
    const [where, program] = await Promise.all([engines.fresh(), bundleApp(workers[queue])])
    const server = await startMockServer({ port: 0, ...service })
    const mas = { MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey }
    const pace = { SENDS_PER_SECOND: "2000", LONGEST_PAUSE: "1", TAKE_OVER: "1", LEASE: "2" }
    const outbox = createOutbox({ pool: new Pool() })
    const db = await connect(where.DATABASE_URL)
    return new Shop(db, outbox, server, program, { ...pace, ...env, ...where, ...mas })
  }

  start(count: number): void {
    for (let started = 0; started < count; started++) this.senders.push(new App(this.program, this.env, /Working/))
  }

  async order(count: number): Promise<void> {
    await this.db.query("begin")
    for (let i = 0; i < count; i++)
      await placeOrder(this.db, this.outbox, { customer: `customer${i}@example.test`, totalCents: 100 + i })
    await this.db.query("commit")
  }

  /** Waits until `count` more requests to send have arrived. */
  async requests(count: number): Promise<void> {
    const expectedRequests = {
      method: "POST",
      path: "/v1/my/messages",
      after: this.#seen,
      count,
      timeout: "60s",
    } as const
    this.#seen = (await this.server.world.requests.wait(expectedRequests)).at(-1)?.id ?? this.#seen
  }

  /** Kills a running sender right after a random one of the next `within` requests. */
  async killOne(within: number): Promise<void> {
    const working = this.senders.map(async (sender) => {
      await sender.ready
      return sender
    })
    await Promise.any(working)
    await this.requests(randomInt(within) + 1)
    // A random sender, or if it has not started yet, the first that has.
    const victim = await Promise.race([pick(working), Promise.any(working)])
    await victim.kill()
  }

  async open(): Promise<number> {
    const { rows } = await this.db.query<{ open: string }>(
      "select count(*) as open from mas_outbox where due_at is not null",
    )
    return Number(rows[0]?.open)
  }

  /** For each order: the number of its messages at the service, and whether its row names one of them. */
  async outcome() {
    const { rows } = await this.db.query<{ order: string; message_id: string | null; error: string | null }>(
      `select orders.id as order, message_id, error from orders join mas_outbox on mas_outbox.id = receipt order by orders.id`,
    )
    const sent = new Map<string | null, string[]>()
    for (const { id, subject } of this.server.world.messages.list({ limit: 10_000 }))
      sent.set(subject, [...(sent.get(subject) ?? []), String(id)])
    return rows.map(({ order, message_id, error }) => {
      const messages = sent.get(`Receipt for order ${order}`) ?? []
      return { messages: messages.length, isKnown: messages.some((id) => id === message_id), error }
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.senders.map((sender) => sender.stop()))
    await this.db.end()
    await this.server.close()
  }
}

/** A random one. */
function pick<T>(all: readonly Promise<T>[]): Promise<T> {
  const one = all[randomInt(all.length)]
  return one ?? Promise.reject(new Error("There is none"))
}

/** Places an order whose message is accepted, but all responses are lost until the sender is killed and restarted. */
export async function sentBeforeACrash(engines: Engines, options: ShopOptions) {
  const shop = await Shop.open(engines, options)
  try {
    const { world } = shop.server
    world.faults.add({ path: "/v1/my/messages", drop: "after" })
    shop.start(1)
    await shop.order(1)
    await shop.requests(1)
    await Promise.all(shop.senders.map((sender) => sender.stop()))
    world.faults.clear()
    for (const sender of shop.senders) sender.start()
    await vi.waitFor(async () => expect(await shop.open()).toBe(0), { timeout: 60_000 })
    return await shop.outcome()
  } finally {
    await shop.close()
  }
}
