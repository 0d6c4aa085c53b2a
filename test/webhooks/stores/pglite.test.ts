import { beforeAll, describe, expect, it, vi } from "vitest"
import { testWebhookStore } from "../../../mock-server/index.ts"
import { postgresSetAside, postgresStore } from "../../../sdk/stores/index.ts"
import { type FrozenPglite, frozenPglite } from "../../support/engines/pglite.ts"
import { holdsSetAside } from "./set-aside-checks.ts"
import { pgliteSubject } from "./subjects.ts"
import { freesImpossibleLeases, freesImpossibleRetries } from "./wrong-clocks.ts"

const hour = 3_600_000
const event = { id: "evt_1", type: "email.received", timestamp: "2026-03-01T12:00:00.000Z", data: {} } as never

// Without an engine to start, these find what is wrong in the text of a statement.
describe("the SQL of the stores, by PGlite", () => {
  let frozen: FrozenPglite
  beforeAll(async () => {
    frozen = await frozenPglite()
  })

  it("keeps the rules of a store", () => testWebhookStore(() => pgliteSubject(frozen), { claims: 300 }))

  it("keeps nobody waiting by what was written while its clock was ahead", async () => {
    await freesImpossibleLeases(await pgliteSubject(frozen))
    const { db, pass } = await frozenPglite()
    const aside = postgresSetAside(db)
    await aside.migrate()
    await freesImpossibleRetries(aside, (ms) => pass(-ms))
  })

  it("marks exactly the events that were asked for, as long as it should", async () => {
    const { db, pass } = await frozenPglite()
    const store = postgresStore(db, { keep: 40 * hour, table: "public.Seen" })
    await store.migrate()
    await store.migrate()
    const rows = async () => (await db.query("select id, owner is null as done, until from seen order by id")).rows
    const until = (ms: number) => new Date(frozenAt + ms)
    const frozenAt = Number((await db.query<{ now: Date }>("select now() as now")).rows[0]?.now)
    const owners = await Promise.all(["a", "b", "c", "d"].map((id) => store.claim(id, { lease: 90_000 })))
    const ownerOf = (at: number) => Object(owners[at]).owner as string
    await pass(1_000)
    expect(await Promise.all([store.complete("a", ownerOf(0)), store.complete("b", ownerOf(0))])).toEqual([true, false])
    expect(await Promise.all([store.release("c", ownerOf(2)), store.release("d", ownerOf(2))])).toEqual([true, false])
    expect(await store.transact("e", () => {}, { lease: 90_000 })).toBe("mine")
    expect(await rows()).toEqual([
      { id: "a", done: true, until: until(1_000 + 40 * hour) },
      { id: "b", done: false, until: until(90_000) },
      { id: "d", done: false, until: until(90_000) },
      { id: "e", done: true, until: until(1_000 + 40 * hour) },
    ])
    // The end of a lease belongs to the next owner.
    await pass(89_000)
    expect(await store.claim("b", { lease: 1_000 })).toMatchObject({ state: "mine" })
    expect(await store.transact("d", () => {}, { lease: 1_000 })).toBe("mine")
  })

  it("deletes what expired, without a request that waits for it, by an index", async () => {
    const { db, pass } = await frozenPglite()
    const old = postgresStore(db)
    await old.migrate()
    const owner = Object(await old.claim("done", { lease: 1_000 })).owner
    await old.complete("done", owner)
    await old.claim("abandoned", { lease: 1_000 })
    const ids = async () =>
      (await db.query<{ id: string }>("select id from mas_webhooks order by id")).rows.map(({ id }) => id)
    const restart = async () => {
      await postgresStore(db).claim("new", { lease: 100 * hour })
      return ids()
    }
    await pass(34 * hour)
    expect(await restart()).toEqual(["abandoned", "done", "new"])
    // A late owner may complete for 35 hours; done events are kept for 48.
    await pass(hour + 1_000)
    expect(await restart()).toEqual(["done", "new"])
    await pass(13 * hour)
    expect(await restart()).toEqual(["new"])
    const query = vi.spyOn(db, "query")
    await postgresStore(db).claim("other", { lease: 1 })
    const statement = query.mock.calls.map(([text]) => text).find((text) => text.startsWith("delete"))
    query.mockRestore()
    await db.exec("set enable_seqscan = off")
    const plan = await db.query(`explain ${statement?.replace("$1", "1")}`)
    await db.exec("set enable_seqscan = on")
    expect(JSON.stringify(plan.rows)).toContain("mas_webhooks_until")
  })

  it("keeps set-aside events, and no other's", async () => {
    const { db, pass } = await frozenPglite()
    const store = postgresSetAside(db)
    await store.migrate()
    await store.migrate()
    await holdsSetAside(store)
    const eventOf = (id: string) => Object.assign({}, event, { id })
    const fail = (id: string, after = 1) => store.fail(eventOf(id), { error: "broken", after })
    expect([await fail("evt_1"), await fail("evt_2"), await fail("evt_3", 2)]).toEqual([1, 1, 1])
    const [before] = await store.list()
    await pass(60_000)
    expect([await store.drop("evt_3"), await store.drop("evt_1")]).toEqual([false, true])
    expect((await store.list()).map(({ id }) => id)).toEqual(["evt_2"])
    // The first failure stays, the last one moves.
    expect(await fail("evt_2")).toBe(2)
    const [row] = await store.list()
    expect(row?.firstFailure).toBe(before?.firstFailure)
    expect(Date.parse(row?.lastFailure ?? "") - Date.parse(row?.firstFailure ?? "")).toBe(60_000)
    // Failures are forgotten after two days, events that were set aside are not.
    await pass(47 * hour)
    expect(await fail("evt_3", 9)).toBe(2)
    await pass(49 * hour)
    expect([await fail("evt_3", 9), await fail("evt_2")]).toEqual([1, 3])
    // A process that died during a retry frees its event after the lease.
    const begun = new Promise<void>(
      (begin) => void store.retry("evt_2", () => new Promise(() => begin()), { lease: 5_000 }),
    )
    await begun
    await pass(4_999)
    expect(await store.retry("evt_2", () => {})).toBe(false)
    await pass(1)
    await expect(store.retry("evt_2", () => Promise.reject(new Error("again")))).rejects.toThrow("again")
    expect(await store.list()).toMatchObject([{ id: "evt_2", failures: 4, error: "again" }])
    expect([await store.retry("evt_2", () => {}), await store.list()]).toEqual([true, []])
    // Finished events count from one again.
    expect([await fail("evt_2", 2), await fail("evt_1", 2)]).toEqual([1, 1])
  })

  it("frees a set-aside event at the end of its lease, in any part of a millisecond", async () => {
    const { db, now } = await frozenPglite()
    const store = postgresSetAside(db)
    await store.migrate()
    await store.fail(event, { error: "broken", after: 1 })
    await db.exec(`set test.now = '${new Date(now()).toISOString().replace("Z", "700Z")}'`)
    store.retry("evt_1", () => new Promise(() => {}), { lease: 0 })
    expect(await store.retry("evt_1", () => {}, { lease: 0 })).toBe(true)
  })
})
