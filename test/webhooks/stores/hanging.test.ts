import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { WebhookStoreSubject } from "../../../mock-server/index.ts"
import { withTransactionTimeout } from "../../../sdk/stores/transaction-timeout.ts"
import type { WebhookHandlerOptions } from "../../../sdk/webhooks/index.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { skipped } from "../../support/skipped.ts"
import { until } from "../../support/until.ts"
import { delivery, gate, listening } from "../fetch-support.ts"
import { noSqlite, sqlites } from "./sqlite.ts"
import { pgliteSubject, sqliteSubject } from "./subjects.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})
afterEach(() => {
  vi.useRealTimers()
})

const [timeout, lease] = [500, 1_000]

/** Milliseconds: a transaction ends a moment after the response. */
const afterAnswer = 10

/** One event hangs in its transaction until its time limit; it is retried, others follow, and the hung work resumes. */
async function outlive<Tx>({ store, effects, close }: WebhookStoreSubject<Tx>): Promise<void> {
  const [begun, awake] = [gate(), gate()]
  const late: unknown[] = []
  let calls = 0
  const onEvent: WebhookHandlerOptions<Tx>["onEvent"] = async ({ id }, { tx }) => {
    const isFirst = ++calls === 1
    if (isFirst) {
      begun.open()
      await awake.opened
    }
    try {
      await effects?.write(tx, id)
    } catch (error) {
      late.push(error)
      throw error
    }
  }
  const { send } = listening({ timeout, lease, onEvent, store } as Parameters<typeof listening>[0])
  const hung = send(delivery())
  await begun.opened
  vi.advanceTimersByTime(timeout)
  expect(await hung).toBe(503)
  vi.advanceTimersByTime(afterAnswer)
  expect(await send(delivery())).toBe(200)
  expect(await send(delivery("evt_2"))).toBe(200)
  awake.open()
  await until(() =>
    expect(late).toMatchObject([
      { message: "The webhook took longer than its limit: its transaction was rolled back" },
    ]),
  )
  expect([...((await effects?.written()) ?? [])].sort()).toEqual(["evt_1", "evt_2"])
  await close?.()
}

describe("an onEvent that hangs in its transaction blocks others no longer than the handler's timeout, and then writes nothing", () => {
  it("on PGlite", async () => outlive(await pgliteSubject(await frozenPglite())), 60_000)

  describe.each(["node:sqlite", "better-sqlite3"] as const)("on SQLite", (name) => {
    const open = sqlites[name]
    it.skipIf(open === undefined)(`by ${name}${skipped(noSqlite(name))}`, async () => {
      if (open) await outlive(await sqliteSubject(open))
    })
  })
})

/** Lends an object for `ms` milliseconds. */
const lend = <Tx, R>(tx: Tx, ms: number, work: (lentTx: Tx) => R) =>
  withTransactionTimeout(ms, (limit) => limit.run(tx, work))

describe("an object lent with a timeout", () => {
  const over = "The webhook took longer than its limit: its transaction was rolled back"
  const ended = "tx was used after onEvent had ended, with its transaction: is an await missing before what uses it?"

  it("works like the original: methods, functions, fields, values that are not objects", async () => {
    class Connection {
      #rows = 1
      readonly name = "db"
      prepare = () => ({ get: () => this.#rows })
      count() {
        return this.#rows++
      }
    }
    const used = await lend(new Connection(), 9, (db) => [
      db.count(),
      db.name,
      db.prepare().get(),
      db instanceof Connection,
    ])
    expect(used).toEqual([1, "db", 2, true])
    expect(
      await lend(
        (text: string) => text.length,
        9,
        (tx) => tx("four"),
      ),
    ).toBe(4)
    expect(await lend(undefined, 9, (tx) => tx)).toBeUndefined()
    expect(await lend("tx", Number.POSITIVE_INFINITY, () => vi.advanceTimersByTime(9))).toBeDefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  it("is unusable after its time or its work ends, as is everything obtained from it", async () => {
    const statement = { bind: () => statement, run: () => "written" }
    const real = {
      write: () => "written",
      prepare: () => statement,
      transaction: (work: () => string) => work,
      savepoint: (work: (tx: { write(): string }) => unknown) => work(real),
      // Sent when awaited, as in postgres.js.
      // biome-ignore lint/suspicious/noThenProperty: that is what it is about
      query: () => ({ then: (done: (text: string) => void) => done("written") }) as unknown as Promise<string>,
    }
    let uses: (() => unknown)[] = []
    const hung = lend(real, 9, (lentTx) => {
      const [prepared, boundStatement, later] = [
        lentTx.prepare(),
        lentTx.prepare().bind().bind(),
        lentTx.transaction(real.write),
      ]
      uses = [() => lentTx.write(), () => prepared.run(), () => boundStatement.run(), () => later()]
      lentTx.savepoint((tx) => uses.push(() => tx.write()))
      return new Promise(() => {})
    })
    expect(uses.map((use) => use())).toEqual(Array(5).fill("written"))
    const late = lend(real, 9, async (lentTx) => ({ query: lentTx.query() }))
    expect(await lend(real, 9, (lentTx) => lentTx.query())).toBe("written")
    vi.advanceTimersByTime(9)
    await expect(hung).rejects.toThrow(over)
    for (const use of uses) expect(use).toThrow(over)
    await expect(late.then(({ query }) => query)).rejects.toThrow(ended)
    const call = await lend(
      (text: string) => text,
      9,
      (tx) => () => tx("late"),
    )
    expect(call).toThrow(ended)
    vi.advanceTimersByTime(9)
    expect(call).toThrow(ended)
    await expect(lend(real, 9, () => expect.fail("no"))).rejects.toThrow("no")
  })
})
