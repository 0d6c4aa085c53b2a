import FakeTimers from "@sinonjs/fake-timers"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { testWebhookStore } from "../../../mock-server/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { postgresSetAside, postgresStore, redisStore, sqliteStore } from "../../../sdk/stores/index.ts"
import { addInTransaction, receipt } from "../../sdk/outbox/outbox-checks.ts"
import { frozenPglite } from "../../support/engines/pglite.ts"
import { holdsSetAside } from "./set-aside-checks.ts"
import { sqlites } from "./sqlite.ts"
import { pgliteSubject, sqliteSubject } from "./subjects.ts"

/** Installs what the test runners install, and returns what removes it. Jest's and Sinon's are the same package. */
const fakes: Readonly<Record<string, () => () => void>> = {
  "Vitest's": () => {
    vi.useFakeTimers()
    return () => void vi.useRealTimers()
  },
  "Sinon's": () => {
    const clock = FakeTimers.install({ now: Date.now(), toNotFake: ["nextTick", "queueMicrotask"] })
    return () => clock.uninstall()
  },
}

describe.each(Object.keys(fakes))("while %s fake timers are installed, and nothing moves them,", (name) => {
  const install = () => onTestFinished(fakes[name]?.() ?? (() => {}))

  it("a claim in Redis resolves", async () => {
    const store = redisStore({ sendCommand: true, eval: async () => ["mine"] })
    install()
    expect(await store.claim("evt_1", { lease: 1_000 })).toMatchObject({ state: "mine" })
  })

  it("every rule of the store kit holds", { tags: "slow" }, async () => {
    const [open, frozen] = [sqlites["better-sqlite3"] ?? sqlites["node:sqlite"], await frozenPglite()]
    install()
    await testWebhookStore(() => pgliteSubject(frozen), { claims: 200 })
    if (open) await testWebhookStore(() => sqliteSubject(open), { claims: 200 })
  })

  it("every rule of a set-aside store holds", { tags: "slow" }, async () => {
    const { db } = await frozenPglite()
    const aside = postgresSetAside(db)
    install()
    await aside.migrate()
    await holdsSetAside(aside)
  })

  it("every step in Postgres resolves", { tags: "slow" }, async () => {
    const { db } = await frozenPglite()
    const [store, aside] = [postgresStore(db), postgresSetAside(db)]
    await Promise.all([store.migrate(), aside.migrate()])
    install()
    expect(await store.claim("evt_1", { lease: 1_000 })).toMatchObject({ state: "mine" })
    expect(await store.transact("evt_2", () => {}, { lease: 1_000 })).toBe("mine")
    expect(await aside.list()).toEqual([])
  })

  it("every step in SQLite resolves, if installed", async () => {
    const db = (sqlites["better-sqlite3"] ?? sqlites["node:sqlite"])?.(":memory:")
    if (db === undefined) return
    const [store, outbox] = [
      sqliteStore(db),
      createOutbox({ db, mas: { messages: { send: async () => ({ id: 1 }) } } }),
    ]
    install()
    await store.migrate()
    await outbox.migrate()
    expect(await store.claim("evt_1", { lease: 1_000 })).toMatchObject({ state: "mine" })
    expect(await outbox.send(addInTransaction(db, outbox, receipt(1), { key: 1 }))).toBe("sent")
    db.close()
  })
})
