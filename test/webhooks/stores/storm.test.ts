import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { ltsNode } from "../../../scripts/lib/lts.mjs"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { noRedis, startRedis } from "../../support/engines/redis.ts"
import { all, rounds } from "../../support/slow.ts"
import { noSqlite, sqlites } from "./sqlite.ts"
import { buildReceiver, ReceiverProcess } from "./storm/processes.ts"
import { type AfterStorm, runStorm } from "./storm/storm.ts"

const size = { events: rounds(200, 5_000), kills: rounds(5, 200), restarts: rounds(1, 5) }
const secret = `whsec_${btoa("a secret of the storm, of 32 bytes")}`
const limit = rounds(60_000, 1_800_000)
const folder = mkdtempSync(join(tmpdir(), "mas-storm-"))
let program = ""
beforeAll(async () => {
  program = await buildReceiver()
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  rmSync(program)
})

/** Events that were done another number of times than once, with how often a crash hit them. */
type Odd = ReturnType<typeof notOnce>[number]
const notOnce = ({ done, crashes }: AfterStorm) =>
  [...done].filter(([, times]) => times !== 1).map(([id, times]) => ({ id, times, crashes: crashes.get(id) ?? 0 }))

// Only later Nodes have SQLite: the receivers, which are processes of their own, then run on one of them where time is no matter.
const sqliteNode = sqlites["node:sqlite"] ? process.execPath : all ? await ltsNode() : undefined
const noStorm = sqliteNode === undefined ? noSqlite("node:sqlite") : undefined

const why = (reason: string | undefined) => (reason === undefined ? "" : ` (skipped: ${reason})`)

// What few have is in every run, the other clients where time is no matter.
describe.skipIf(noRedis)(`two receivers on Redis that crash, in a storm of deliveries${why(noRedis)}`, () => {
  it.each(all ? ["node-redis", "ioredis"] : ["node-redis"])(
    "lose nothing, and do an event again only after a crash that hit it, by %s",
    async (kind) => {
      const engine = await startRedis()
      onTestFinished(engine.stop)
      const after = await runStorm({ ...size, program, engine, args: [kind, engine.url, join(folder, kind)] })
      expect([after.done.size, after.kills]).toEqual([size.events, size.kills])
      expect(notOnce(after).filter(({ times, crashes }) => times === 0 || times > 1 + crashes)).toEqual([])
    },
    limit,
  )
})

describe.skipIf(noRedis || !all)(`the storm${why(noRedis)}`, () => {
  it.each([
    ["mark first", "lost", ({ times }: Odd) => times === 0],
    ["has and add", "done twice", ({ times, crashes }: Odd) => times > 1 + crashes],
  ] as const)(
    "finds a store with the fault of %s: events are %s",
    async (kind, _what, isFault) => {
      const engine = await startRedis()
      onTestFinished(engine.stop)
      const after = await runStorm({
        events: 500,
        kills: 25,
        restarts: 0,
        program,
        args: [kind, engine.url, join(folder, kind)],
      })
      expect(notOnce(after).filter(isFault)).not.toEqual([])
    },
    limit,
  )
})

describe.skipIf(noPostgres)(`two receivers on Postgres that crash, in a storm of deliveries${why(noPostgres)}`, () => {
  it.each(all ? ["pg", "postgres.js"] : ["pg"])(
    "do each event exactly once in their transaction, by %s",
    async (kind) => {
      const engine = await startPostgres()
      onTestFinished(engine.stop)
      const after = await runStorm({ ...size, program, engine, args: [kind, engine.url, ""] })
      expect([after.done.size, after.kills]).toEqual([size.events, size.kills])
      expect(notOnce(after)).toEqual([])
    },
    limit,
  )
})

describe.skipIf(noStorm || !all)(`receivers on SQLite${why(noStorm)}`, () => {
  it(
    "begin together on a new file",
    async () => {
      for (let round = 0; round < 25; round++) {
        const args = [program, "node:sqlite", join(folder, `new-${round}.db`), ""]
        const receivers = [1, 2, 3].map(() => new ReceiverProcess(sqliteNode ?? "", args, secret))
        try {
          const begin = Date.now() + 600
          await Promise.all(receivers.map((receiver) => receiver.start(begin)))
        } finally {
          await Promise.allSettled(receivers.map((receiver) => receiver.kill()))
        }
      }
    },
    limit,
  )
})

describe.skipIf(noStorm)(`two receivers on SQLite that crash, in a storm of deliveries${why(noStorm)}`, () => {
  it.each(all ? ["node:sqlite", "better-sqlite3"] : ["node:sqlite"])(
    "do each event exactly once in their transaction, by %s",
    async (kind) => {
      const args = [kind, join(folder, `${kind.replace(":", "-")}.db`), ""] as const
      const after = await runStorm({ ...size, program, args, node: sqliteNode })
      expect([after.done.size, after.kills]).toEqual([size.events, size.kills])
      expect(notOnce(after)).toEqual([])
    },
    limit,
  )
})
