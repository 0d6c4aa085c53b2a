import type { Transaction } from "@electric-sql/pglite"
import { describe, expect, it, vi } from "vitest"
import type { SendMessage } from "../../../sdk/index.ts"
import { createOutbox, OutboxClockError, type OutboxOptions } from "../../../sdk/outbox/index.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { skipped } from "../../support/skipped.ts"
import { noSqliteAtAll, openForMany } from "../../webhooks/stores/sqlite.ts"
import { addInTransaction, receipt } from "./outbox-checks.ts"

const hour = 3_600_000
const year = 365 * 24 * hour

/** Outboxes of programs whose clocks differ. */
interface Programs {
  /** An outbox of a program with this clock. */
  make(options: OutboxOptions): {
    add(order: number, options?: object): Promise<string>
    /** Sends what is due, once; resolves with the errors that were told. */
    round(): Promise<unknown[]>
    migrate(): Promise<void>
    send(id: string): Promise<string>
    bullmq: ReturnType<typeof createOutbox>["bullmq"]
    stats: ReturnType<typeof createOutbox>["stats"]
  }
}

async function inPglite(): Promise<Programs & { pass(ms: number): Promise<unknown> }> {
  const { db, pass } = await frozenPglite()
  return {
    pass,
    make(options) {
      const outbox = createOutbox({ ...options, pool: db })
      return {
        ...outbox,
        add: (order, more) =>
          db.transaction((tx: Transaction) => outbox.add(tx, receipt(order), { key: order, ...more })),
        round: () => roundOf(outbox),
      }
    },
  }
}

function inSqlite(): Programs {
  const db = openForMany(":memory:")
  return {
    make(options) {
      const outbox = createOutbox({ ...options, db })
      return {
        ...outbox,
        add: async (order, more) => addInTransaction(db, outbox, receipt(order), { key: order, ...more }),
        round: () => roundOf(outbox),
      }
    },
  }
}

/** Polls until two looks at the table have ended. */
async function roundOf(outbox: Pick<ReturnType<typeof createOutbox>, "poll" | "stats">): Promise<unknown[]> {
  const errors: unknown[] = []
  const stop = new AbortController()
  const polling = outbox.poll({ signal: stop.signal, every: 0, onError: (error) => errors.push(error) })
  let looks = 0
  await vi.waitFor(
    async () => {
      await outbox.stats()
      expect(++looks).toBeGreaterThan(10)
    },
    { timeout: 20_000, interval: 1 },
  )
  stop.abort()
  await polling
  return errors
}

/** A service that fails when told to, and a client's clock that is moved by hand. */
function client() {
  const sent: string[] = []
  let isDown = false
  let now = Date.now()
  return {
    sent,
    fail(value: boolean) {
      isDown = value
    },
    move(ms: number) {
      now += ms
    },
    mas: {
      clock: { now: () => now },
      messages: {
        async send(_: SendMessage, { idempotencyKey }: { idempotencyKey: string }) {
          if (isDown) throw new Error("down")
          sent.push(idempotencyKey)
          return { id: sent.length }
        },
      },
    },
  }
}

describe.each([["PGlite", inPglite], ...(noSqliteAtAll ? [] : [["SQLite", async () => inSqlite()] as const])] as const)(
  `messages in %s are due by the client's clock${skipped(noSqliteAtAll)}`,
  (_, open) => {
    it("when they wait for a retry or a time, whatever the database's clock says", async () => {
      const { mas, sent, fail, move } = client()
      const outbox = (await open()).make({ mas })
      await outbox.migrate()
      const first = await outbox.add(1)
      const later = await outbox.add(2, { at: mas.clock.now() + 10 * hour })
      fail(true)
      expect(await outbox.send(first)).toBe("waits")
      fail(false)
      move(900)
      await outbox.round()
      expect(sent).toEqual([])
      move(200)
      await outbox.round()
      expect(sent).toEqual([first])
      expect(await outbox.stats()).toMatchObject({ scheduled: 1, waiting: 0 })
      move(10 * hour)
      expect(await outbox.stats()).toMatchObject({ scheduled: 0, waiting: 1 })
      await outbox.round()
      expect(sent).toEqual([first, later])
    })

    it("at once when the program that added them has another clock", async () => {
      const { mas, sent } = client()
      const programs = await open()
      const outbox = programs.make({ mas })
      await outbox.migrate()
      const ahead = programs.make({ clock: { now: () => Date.now() + year } })
      const id = await ahead.add(1)
      await outbox.round()
      expect(sent).toEqual([id])
    })

    it("after a pause that is further ahead than it can be, as the clock was set back, and this is said once", async () => {
      const { mas, sent, fail, move } = client()
      const outbox = (await open()).make({ mas })
      await outbox.migrate()
      move(year)
      const ids = [await outbox.add(1), await outbox.add(2)]
      const scheduled = await outbox.add(3, { at: mas.clock.now() })
      fail(true)
      for (const id of ids) expect(await outbox.send(id)).toBe("waits")
      fail(false)
      move(-year)
      const errors = await outbox.round()
      expect(sent.toSorted()).toEqual(ids.toSorted())
      expect(errors).toEqual([expect.any(OutboxClockError)])
      expect(errors[0]).toMatchObject({ count: 2, message: expect.stringContaining("a clock was wrong") })
      // What a person wants to be sent in a year is no mistake of a clock.
      expect(await outbox.stats()).toMatchObject({ scheduled: 1 })
      expect(sent).not.toContain(scheduled)
    })

    it("and a pause within its bounds is kept when the clock is set back a little", async () => {
      const { mas, sent, fail, move } = client()
      const outbox = (await open()).make({ mas })
      await outbox.migrate()
      const id = await outbox.add(1)
      fail(true)
      await outbox.send(id)
      fail(false)
      move(-1_000)
      expect(await outbox.round()).toEqual([])
      expect(sent).toEqual([])
      move(2_000)
      await outbox.round()
      expect(sent).toEqual([id])
    })
  },
)

/** Hands all due messages to a queue that loses them; its own look at the table has ended, too. */
async function claimAndYield(outbox: Pick<ReturnType<typeof createOutbox>, "bullmq" | "stats">): Promise<void> {
  const stop = new AbortController()
  const handedOver = new Promise<void>((resolve, reject) => {
    outbox.bullmq({ addBulk: async () => resolve() }, { lease: 60_000, signal: stop.signal, onError: reject })
  })
  await handedOver
  stop.abort()
  for (let looks = 0; looks < 10; looks++) await outbox.stats()
}

it("a lease of the outbox counts by the database's clock, and one that is further ahead than it can be is thrown away", async () => {
  const { mas, sent, move } = client()
  const { make, pass } = await inPglite()
  const outbox = make({ mas })
  await outbox.migrate()
  const first = await outbox.add(1)
  await claimAndYield(outbox)
  move(year)
  await outbox.round()
  await pass(59_000)
  await outbox.round()
  expect(sent).toEqual([])
  await pass(1_000)
  await outbox.round()
  expect(sent).toEqual([first])
  for (const ahead of [hour, year]) {
    const id = await outbox.add(ahead)
    await pass(ahead)
    await claimAndYield(outbox)
    await pass(-ahead)
    expect(await outbox.round()).toEqual([expect.any(OutboxClockError)])
    expect(sent.at(-1)).toBe(id)
  }
})
