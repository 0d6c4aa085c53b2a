import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { sqliteStore } from "../../../sdk/stores/index.ts"
import { nodeWebhookHandler, signWebhook } from "../../../sdk/webhooks/index.ts"
import { lineOf } from "../../support/example.ts"
import { root } from "../../support/files.ts"
import { skipped } from "../../support/skipped.ts"
import { delivery, listening } from "../fetch-support.ts"
import { body, secret } from "../support.ts"
import { noSqlite, sqlites, type TestDatabase } from "./sqlite.ts"
import { ReceiverProcess } from "./storm/processes.ts"
import { stormFiles } from "./storm/setup.ts"

const lease = 60_000
let file = ""

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), "mas-locks-")), "webhooks.db")
})
afterEach(() => {
  rmSync(join(file, ".."), { recursive: true })
})

/** Another process that holds a lock until the returned function is called. */
async function holdLock(statements: string) {
  const child = spawn(process.execPath, [join(root, "test/webhooks/stores/hold-lock.mjs"), file, statements])
  onTestFinished(() => {
    child.kill("SIGKILL")
  })
  await lineOf(child, /held/)
  return () => {
    child.stdin.end()
  }
}

/** Calls `onBusy` when a statement meets a lock. A store that waited inside SQLite would reach it too late. */
function watching(db: TestDatabase, onBusy: () => void): TestDatabase {
  const exec = (sql: string) => {
    try {
      return db.exec(sql)
    } catch (error) {
      onBusy()
      throw error
    }
  }
  return Object.assign(Object.create(db), { exec, prepare: db.prepare.bind(db), close: db.close.bind(db) })
}

/** The connection's settings. */
const settings = (db: TestDatabase) =>
  [
    "busy_timeout",
    "journal_mode",
    "synchronous",
    "foreign_keys",
    "cache_size",
    "wal_autocheckpoint",
    "locking_mode",
  ].map((name) => [name, ...Object.values(Object(db.prepare(`pragma ${name}`).get()))])

const locks = {
  "a writer, as an onEvent that hangs in its transaction": "begin immediate",
  "BEGIN EXCLUSIVE, as VACUUM": "begin exclusive",
  "a reader, as a backup": "begin; select count(*) from mas_webhooks",
}

describe.each(["better-sqlite3", "node:sqlite"] as const)("a lock of another process, with %s", (name) => {
  const open = sqlites[name]
  describe.each(["delete", "wal"])(`and journal_mode = %s${skipped(noSqlite(name))}`, (mode) => {
    it.skipIf(!open).each(Object.entries(locks))("is not waited for inside SQLite: %s", async (_, statements) => {
      const db = open?.(file)
      if (!db) return
      db.exec(`pragma journal_mode = ${mode}`)
      db.exec("pragma busy_timeout = 20000")
      let releaseLock = () => {}
      const store = sqliteStore(watching(db, () => releaseLock()))
      await store.migrate()
      const before = settings(db)
      releaseLock = await holdLock(statements)
      // In WAL a reader blocks nobody.
      const claims = [
        store.claim("evt_1", { lease }),
        store.transact("evt_2", (tx) => tx.prepare("select 1").get(), { lease }),
      ]
      expect(await Promise.all(claims)).toMatchObject([{ state: "mine" }, "mine"])
      await store.migrate()
      expect(settings(db)).toEqual(before)
      db.close()
    })
  })

  it.skipIf(!open)("ends a waiting transaction at its limit, without side effects", async () => {
    const db = open?.(file)
    if (!db) return
    const store = sqliteStore(db)
    await store.migrate()
    const releaseLock = await holdLock("begin immediate")
    const work = () => expect.unreachable()
    await expect(store.transact("evt_1", work, { lease: 50 })).rejects.toThrow("took longer than its limit")
    releaseLock()
    expect(await store.claim("evt_1", { lease })).toMatchObject({ state: "mine" })
    db.close()
  })

  it.skipIf(!open)("leaves a transaction of the connection's owner alone, and says so", async () => {
    const db = open?.(file)
    if (!db) return
    const store = sqliteStore(db)
    await store.migrate()
    db.exec("create table theirs (name text); begin; insert into theirs values ('kept')")
    await expect(store.claim("evt_1", { lease })).rejects.toThrow("within a transaction")
    db.exec("commit")
    expect(db.prepare("select name from theirs").all()).toEqual([{ name: "kept" }])
    db.close()
  })
})

const here = sqlites["node:sqlite"] ? ("node:sqlite" as const) : ("better-sqlite3" as const)

describe.skipIf(!sqlites[here])(`an onEvent that hangs in one of two processes${skipped(noSqlite(here))}`, () => {
  const files = stormFiles()

  it("does not block the other, and holds the lock no longer than its own timeout", async () => {
    const db = sqlites[here]?.(file)
    if (!db) return
    const other = new ReceiverProcess(process.execPath, [files.program, here, file, ""], secret)
    onTestFinished(async () => {
      await other.kill()
    })
    await other.start()
    await fetch(`${other.url}/control/prepare`)
    let hangs = () => {}
    const hung = new Promise<void>((resolve) => {
      hangs = resolve
    })
    const store = sqliteStore(db)
    const onEvent = () => {
      hangs()
      return new Promise(() => {})
    }
    const { send } = listening({ store, timeout: 1_500, onEvent } as Parameters<typeof listening>[0])
    const first = send(delivery("evt_hung"))
    await hung
    const headers = { ...signWebhook({ id: "evt_other", body, secret }) }
    const answered: string[] = []
    const post = fetch(`${other.url}/webhooks`, { method: "POST", body, headers }).then(({ status }) => {
      answered.push("event")
      return status
    })
    const look = fetch(`${other.url}/control/effects`).then(() => answered.push("look"))
    expect([await first, await post]).toEqual([503, 200])
    await look
    expect(answered).toEqual(["look", "event"])
    db.close()
  })
})

it("expired rows are deleted a few at a time, however large the table", async () => {
  const open = sqlites[here]
  if (!open) return
  const db = open(file)
  const store = sqliteStore(db)
  await store.migrate()
  db.exec("pragma synchronous = off; pragma journal_mode = memory")
  db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
    insert into mas_webhooks (id, owner, until) select 'old_' || i, null, case i % 2 when 0 then 1 else 1e15 end from n`)
  const count = (where: string) => Number(Object(db.prepare(`select count(*) as n from mas_webhooks ${where}`).get()).n)
  const remainingCounts = [count("where until = 1")]
  for (let claim = 0; claim < 1_000; claim++) {
    await store.claim(`evt_${claim}`, { lease })
    remainingCounts.push(count("where until = 1"))
  }
  const most = Math.max(...remainingCounts.slice(1).map((now, at) => (remainingCounts[at] ?? 0) - now))
  expect([most <= 1_000, remainingCounts.at(-1), count("where until = 1e15")]).toEqual([true, 0, 2_500])
  db.close()
})

it("a handler in node:http responds 503 with Retry-After while another process has the lock", async () => {
  const open = sqlites[here]
  if (!open) return
  const db = open(file)
  const store = sqliteStore(db)
  await store.migrate()
  await holdLock("begin immediate")
  const handler = nodeWebhookHandler({ secret, store, timeout: 100, onEvent: () => {}, onError: () => {} })
  const headers = { ...signWebhook({ id: "evt_1", body, secret }) }
  const request = { method: "POST", headers, body, async *[Symbol.asyncIterator]() {} }
  const response = await new Promise((resolve) => {
    handler(request, { writeHead: (...head) => resolve(head), end: () => {} })
  })
  expect(response).toMatchObject([503, { "Retry-After": "31" }])
  db.close()
})
