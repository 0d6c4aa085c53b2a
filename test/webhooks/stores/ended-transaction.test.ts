import { describe, expect, it } from "vitest"
import type { WebhookHandlerOptions } from "../../../sdk/webhooks/index.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { skipped } from "../../support/skipped.ts"
import { delivery, listening } from "../fetch-support.ts"
import { allowsSavepoints, endings, keepsItsEvent } from "./ended-transaction-checks.ts"
import { noSqlite, sqlites } from "./sqlite.ts"
import { pgliteSubject, sqliteSubject } from "./subjects.ts"

const lease = 60_000

describe("an event whose onEvent ended the store's transaction fails, and is not done", () => {
  // Its WebAssembly takes a second to start.
  describe("on PGlite", { tags: "slow" }, () => {
    const subject = async () => pgliteSubject(await frozenPglite())
    type Tx = Parameters<Parameters<Awaited<ReturnType<typeof subject>>["store"]["transact"]>[1]>[0]
    const run = (tx: Tx, sql: string) => tx.query(sql)

    it.each([...endings.anywhere, ...endings.postgres])("by %s", async (ending) =>
      keepsItsEvent(await subject(), run, ending),
    )
    it("unless it only used savepoints", async () => allowsSavepoints(await subject(), run))

    it("by the transaction's own rollback", async () => {
      const { store } = await subject()
      await expect(store.transact("evt_1", (tx) => tx.rollback(), { lease })).rejects.toThrow("ended the transaction")
      expect(await store.transact("evt_1", () => {}, { lease })).toBe("mine")
    })

    it("and says of a failed statement that it was the cause", async () => {
      const { store } = await subject()
      const work = (tx: Tx) => tx.query("select wrong").catch(() => {})
      await expect(store.transact("evt_1", work, { lease })).rejects.toThrow("A statement of the transaction failed")
    })

    it("so that a handler responds 500, tells onError, and handles the retry", async () => {
      const { store } = await subject()
      const errors: string[] = []
      let calls = 0
      const onEvent: WebhookHandlerOptions<Tx>["onEvent"] = async (_, { tx }) => {
        if (++calls > 1) return
        for (const sql of ["begin", "create table own (a int)", "commit"]) await tx.query(sql)
        throw new Error("a later step")
      }
      const { send } = listening({ onEvent, store, onError: (error: unknown) => errors.push(String(error)) } as never)
      expect([await send(delivery()), await send(delivery()), await send(delivery()), calls]).toEqual([
        500, 200, 200, 2,
      ])
      expect(errors).toEqual([expect.stringContaining("use savepoints in it, or a connection of its own")])
    })
  })

  for (const name of ["node:sqlite", "better-sqlite3"] as const) {
    describe.skipIf(noSqlite(name))(`on ${name}${skipped(noSqlite(name))}`, () => {
      const open = sqlites[name] as NonNullable<(typeof sqlites)[typeof name]>
      type Tx = ReturnType<typeof open>
      const run = (tx: Tx, sql: string) => tx.exec(sql)
      const using = async (check: (subject: Awaited<ReturnType<typeof sqliteSubject>>) => unknown) => {
        const subject = await sqliteSubject(open)
        await check(subject)
        await subject.close?.()
      }

      it.each(endings.anywhere)("by %s", (ending) => using((subject) => keepsItsEvent(subject as never, run, ending)))
      it("unless it only used savepoints", () => using((subject) => allowsSavepoints(subject as never, run)))

      it("by a statement that rolls back where it fails", () =>
        using(async ({ store }) => {
          const transact = Object(store).transact
          const work = (tx: Tx) => {
            tx.exec("create table one (a integer primary key); insert into one values (1)")
            expect(() => tx.exec("insert or rollback into one values (1)")).toThrow()
          }
          await expect(transact("evt_1", work, { lease })).rejects.toThrow("ended the transaction")
          expect(await transact("evt_1", () => {}, { lease })).toBe("mine")
        }))

      it("nor are those lost that shared its transaction", () =>
        using(async ({ store, effects }) => {
          const transact = Object(store).transact
          for (const sql of ["commit", "rollback"]) {
            const before = transact(`before ${sql}`, (tx: Tx) => effects?.write(tx, sql), { lease })
            const ending = transact(sql, (tx: Tx) => tx.exec(sql), { lease })
            for (const result of await Promise.allSettled([before, ending])) expect(result.status).toBe("rejected")
            const state = await transact(`before ${sql}`, (tx: Tx) => effects?.write(tx, sql), { lease })
            expect(state).toBe(sql === "commit" ? "done" : "mine")
          }
          expect(await effects?.written()).toEqual(["commit", "rollback"])
        }))
    })
  }
})
