import { PGlite } from "@electric-sql/pglite"
import { describe, expect, it } from "vitest"
import type { WebhookStore } from "../../sdk/webhooks/index.ts"
import { noPostgres, startPostgres } from "../support/engines/postgres.ts"
import { noRedis, startRedis } from "../support/engines/redis.ts"
import { skipped } from "../support/skipped.ts"
import { noSqlite, sqlites } from "../webhooks/stores/sqlite.ts"
import {
  ioredisSubject,
  nodeRedisSubject,
  pgliteSubject,
  pgSubject,
  postgresJsSubject,
  sqliteSubject,
} from "../webhooks/stores/subjects.ts"
import { back } from "../webhooks/stores/time.ts"
import { planOf } from "./plan.ts"
import type { Engine } from "./receiver.ts"
import { live, type Report, tell, usualLength } from "./simulate.ts"
import type { Plan } from "./steps.ts"
import { connectors } from "./ways.ts"

/** The day of a seed, its first receiver with a store on an engine, which is not rewound: nor is its world. */
function planFor(seed: number): Plan {
  const { receivers, faults, ...rest } = planOf(seed, usualLength)
  const [first, ...others] = receivers
  return {
    ...rest,
    receivers: first ? [{ ...first, store: "engine" }, ...others] : others,
    faults: faults.filter(({ on }) => on !== "rewind" && on !== "kill"),
  }
}

const manner = (engine: Engine) => ({ connector: connectors["in process"], overlaps: false, engine })

/** Runs the days of some seeds, each with an empty engine, until one fails. */
async function firstBroken(seeds: readonly number[], open: () => Promise<Engine>): Promise<Report | undefined> {
  for (const seed of seeds) {
    const engine = await open()
    try {
      const report = await live(planFor(seed), manner(engine))
      if (report.broken !== undefined) return report
    } finally {
      await engine.close?.()
    }
  }
  return undefined
}

async function expectToHold(seeds: readonly number[], open: () => Promise<Engine>): Promise<void> {
  const broken = await firstBroken(seeds, open)
  if (broken !== undefined) throw new Error(tell(broken))
}

type Open = (url: string) => Promise<Engine>
const redis: Record<string, Open> = { "node-redis": nodeRedisSubject, ioredis: ioredisSubject }
const postgres: Record<string, Open> = { pg: pgSubject, "postgres.js": postgresJsSubject }
/** Days on which a webhook arrives more than once at the same time. */
const crowded = [31, 165, 173, 187]
const days = [...Array.from({ length: 4 }, (_, at) => at + 1), ...crowded]
const limit = 600_000

describe.each([
  { name: "Redis", missing: noRedis, start: startRedis, clients: redis },
  { name: "Postgres", missing: noPostgres, start: startPostgres, clients: postgres },
])("days keep every invariant with a receiver of two processes on $name", ({ missing, start, clients }) => {
  it.skipIf(missing).each(Object.entries(clients))(
    `by %s${skipped(missing)}`,
    async (_client, open) => {
      const { url, stop } = await start()
      await expectToHold(days, () => open(url)).finally(stop)
    },
    limit,
  )
})

describe("days keep every invariant with a receiver", () => {
  it(
    "on PGlite",
    async () => {
      // One for all days: its start takes longer than a day.
      const db = await PGlite.create()
      const open = () => pgliteSubject({ db, now: Date.now, pass: (ms) => db.exec(back(ms)) })
      await expectToHold(days.slice(-6), open).finally(() => db.close())
    },
    limit,
  )

  // Two connections in one process would block each other.
  describe.each(["node:sqlite", "better-sqlite3"] as const)("on SQLite", (name) => {
    const open = sqlites[name]
    it.skipIf(open === undefined)(
      `by ${name}${skipped(noSqlite(name))}`,
      async () => {
        if (open) await expectToHold(days, async () => ({ ...(await sqliteSubject(open)), other: undefined }))
      },
      limit,
    )
  })
})

describe("a day with an engine fails", () => {
  it("if two processes check first and mark later", async () => {
    const broken = await firstBroken(crowded, async () => {
      const done = new Set<string>()
      const store: WebhookStore = {
        claim: async (id) => (done.has(id) ? { state: "done" } : { state: "mine", owner: "" }),
        complete: async (id) => done.add(id).size > 0,
        release: () => true,
      }
      return { store, pass: () => {} }
    })
    expect(broken?.broken).toMatch(/^receiver 1 handled evt_\S+ \d times$/)
  })
})
