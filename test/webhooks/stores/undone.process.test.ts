import type { PoolClient } from "pg"
import type { TransactionSql } from "postgres"
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import type { WebhookStoreSubject } from "../../../mock-server/index.ts"
import { postgresStore } from "../../../sdk/stores/index.ts"
import type { TransactionalStore } from "../../../sdk/webhooks/index.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { skipped } from "../../support/skipped.ts"
import { allowsSavepoints, endings, keepsItsEvent } from "./ended-transaction-checks.ts"
import { pgliteSubject, pgSubject, postgresJsSubject } from "./subjects.ts"

const lease = 60_000
const over = "took longer than its limit"

interface Subject<Tx> extends WebhookStoreSubject<Tx> {
  readonly store: TransactionalStore<Tx>
}

/** PostgreSQL rolls back a transaction after a failed statement, even if the work goes on: its event is not done. */
async function swallow<Tx>(
  { store, effects, close }: Subject<Tx>,
  fail: (tx: Tx) => PromiseLike<unknown>,
): Promise<void> {
  const work = async (tx: Tx) => {
    await effects?.write(tx, "evt_1")
    await fail(tx).then(
      () => expect.unreachable(),
      () => {},
    )
  }
  await expect(store.transact("evt_1", work, { lease })).rejects.toThrow()
  expect(await effects?.written()).toEqual([])
  expect(await store.transact("evt_1", (tx) => effects?.write(tx, "evt_1"), { lease })).toBe("mine")
  expect(await effects?.written()).toEqual(["evt_1"])
  await close?.()
}

const wrong = "insert into effects select no_such_column"

describe("an event whose transaction was rolled back by a failed statement is not done", () => {
  it("on PGlite", async () => swallow(await pgliteSubject(await frozenPglite()), (tx) => tx.query(wrong)), 60_000)

  describe.skipIf(noPostgres)(`on Postgres${skipped(noPostgres)}`, () => {
    let server: Engine
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server.stop())

    it("by pg", async () => swallow(await pgSubject(server.url), (tx) => tx.query(wrong)))
    it("by postgres.js", async () => swallow(await postgresJsSubject(server.url), (tx) => tx.unsafe(wrong)))

    it.each([...endings.anywhere, ...endings.postgres])("nor is one whose own code ended it, by %s", async (ending) => {
      const pg = await pgSubject(server.url)
      await keepsItsEvent(pg, (tx, sql) => tx.query(sql), ending)
      await pg.close()
      // It refuses a `begin` where none is open.
      if (ending.endsWith("; begin")) return
      const postgresJs = await postgresJsSubject(server.url)
      await keepsItsEvent(postgresJs, (tx, sql) => tx.unsafe(sql), ending)
      await postgresJs.close()
    })

    it("but one with savepoints is done", async () => {
      const subject = await pgSubject(server.url)
      await allowsSavepoints(subject, (tx, sql) => tx.query(sql))
      await subject.close()
    })

    it("by a query of postgres.js that is sent too late", async () => {
      const { store, effects, close } = await postgresJsSubject(server.url)
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
      onTestFinished(() => {
        vi.useRealTimers()
      })
      let late: PromiseLike<unknown> | undefined
      const work = (tx: TransactionSql) => {
        late = tx`insert into effects values ('late')`
        setImmediate(() => vi.advanceTimersByTime(1_000))
        return new Promise(() => {})
      }
      await expect(store.transact("evt_1", work, { lease: 1_000 })).rejects.toThrow(over)
      await expect(Promise.resolve(late)).rejects.toThrow(over)
      vi.useRealTimers()
      expect(await effects.written()).toEqual([])
      await close()
    })

    it("though its transaction supports all features of postgres.js", async () => {
      const { store, close } = await postgresJsSubject(server.url)
      const done = await store.transact(
        "evt_1",
        async (tx) => {
          await tx`insert into effects ${tx([{ name: "a" }, { name: "b" }])}`
          const undone = tx.savepoint(async (inner) => {
            await inner`insert into effects values ('c')`
            throw new Error("undone")
          })
          await expect(undone).rejects.toThrow("undone")
          expect(await tx`select name from effects ${tx`where name > ${"a"}`}`.values()).toEqual([["b"]])
          for await (const rows of tx`select name from effects`.cursor(1)) expect(rows).toHaveLength(1)
        },
        { lease },
      )
      expect(done).toBe("mine")
      await close()
    })

    it("nor is one that another process has: it is busy at once", async () => {
      const { store, other, close } = await pgSubject(server.url)
      const work = async () => {
        expect(await (other as typeof store).transact("evt_1", () => expect.unreachable(), { lease })).toBe("busy")
        expect(await other.claim("evt_1", { lease })).toEqual({ state: "busy" })
      }
      expect(await store.transact("evt_1", work, { lease })).toBe("mine")
      await close()
    })

    it("nor is one whose statement waits for a lock: it fails at its time limit", async () => {
      const { store, pool, close } = await pgSubject(server.url)
      const blocker = await pool.connect()
      await blocker.query("begin; lock table effects")
      const work = (tx: PoolClient) => tx.query("insert into effects values ('evt_1')")
      // Either limit may come first.
      const late = /took longer than its limit|statement timeout/
      await expect(store.transact("evt_1", work, { lease: 100 })).rejects.toThrow(late)
      await blocker.query("rollback")
      blocker.release()
      await close()
    })

    it("and its connection keeps its own statement_timeout", async () => {
      const { store, close } = await pgSubject(server.url, { statement_timeout: 7_000 })
      let limit: unknown
      const look = async (tx: PoolClient) => {
        limit = (await tx.query("show statement_timeout")).rows[0]
      }
      expect(await store.transact("evt_1", look, { lease })).toBe("mine")
      expect(limit).toEqual({ statement_timeout: "7s" })
      await close()
    })

    it.each(["order", "claimed", "Public.Held"])("its table may have any name: %s", async (table) => {
      const { pool, close } = await pgSubject(server.url)
      const store = postgresStore(pool, { table })
      await store.migrate()
      expect(await store.claim("evt_1", { lease: Number.POSITIVE_INFINITY })).toMatchObject({ state: "mine" })
      expect(await store.transact("evt_2", () => {}, { lease })).toBe("mine")
      expect(await store.claim("evt_2", { lease })).toEqual({ state: "done" })
      const claims = await Promise.all(["evt_3", "evt_4"].map((id) => store.claim(id, { lease })))
      const [third = "", fourth = ""] = claims.map((claim) => (claim.state === "mine" ? claim.owner : ""))
      expect(await Promise.all([store.complete("evt_3", third), store.complete("evt_4", third)])).toEqual([true, false])
      expect(await store.release("evt_4", fourth)).toBe(true)
      await close()
    })

    it("nor is one of a lost machine: the server ends its transaction half a minute after the lease", async () => {
      const { store, pool, close } = await pgSubject(server.url)
      let limit: unknown
      await store.transact(
        "evt_1",
        async (tx) => {
          const { rows } = await tx.query("show idle_in_transaction_session_timeout")
          limit = Object(rows[0]).idle_in_transaction_session_timeout
        },
        { lease: 31_000 },
      )
      const { rows } = await pool.query("show idle_in_transaction_session_timeout")
      expect([limit, rows]).toEqual(["61s", [{ idle_in_transaction_session_timeout: "0" }]])
      await close()
    })
  })
})
