import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { skipped } from "../support/skipped.ts"
import { sqlites } from "../webhooks/stores/sqlite.ts"
import { writeExampleFiles } from "./example-files.ts"
import { Home } from "./own/run.ts"

let home: Home
beforeEach(() => {
  home = new Home()
})
afterEach(() => home.remove())

const outbox = (...words: string[]) => home.run(["outbox", ...words])
const problemOf = (err: string) => JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error

const missing = sqlites["better-sqlite3"] || sqlites["node:sqlite"] ? undefined : "no SQLite here"
describe.skipIf(missing)(`mas outbox${skipped(missing)}`, () => {
  beforeEach(() => writeExampleFiles(home.folder))

  it("lists refused messages with the reason, and retries one", async () => {
    const { code, json } = await outbox("list", "--file", "shop.db")
    expect(code).toBe(0)
    expect(json).toEqual([
      {
        id: expect.stringMatching(/^receipt-17-/),
        state: "refused",
        error: "from is not a verified sender",
        attempts: 0,
        message: expect.objectContaining({ to: "ada@example.test", subject: "Your receipt" }),
      },
    ])
    const [{ id }] = json
    expect(await outbox("retry", id, "--file", "shop.db")).toMatchObject({ code: 0, json: [{ id }] })
    expect(await outbox("list", "--file", "shop.db")).toMatchObject({ code: 0, json: [] })
  })

  it("shows numbers for monitors, by exit code", async () => {
    const status = (...words: string[]) => outbox("status", "--file", "shop.db", ...words)
    const failedStatus = await status()
    expect([failedStatus.code, failedStatus.json]).toEqual([
      9,
      {
        ...{ waiting: 0, blocked: 0, scheduled: 0, failed: 1, suppressed: {}, oldest: null, oldest_age_seconds: 0 },
        last_error: {
          id: expect.stringMatching(/^receipt-17-/),
          error: "from is not a verified sender",
          at: "2026-03-01T12:00:00.000Z",
        },
      },
    ])
    expect(failedStatus.err).toContain("1 set aside: mas outbox list shows them")
    await outbox("retry", "--all", "--file", "shop.db")
    expect(await status()).toMatchObject({ code: 0, json: { waiting: 1, failed: 0, oldest: expect.any(String) } })
    const change = sqlites["better-sqlite3"] ?? sqlites["node:sqlite"]
    const db = change?.(join(home.folder, "shop.db"))
    db?.exec("update mas_outbox set wanted_at = '2020-03-01T12:00:00.000Z'")
    db?.close()
    const overdue = await status()
    expect([overdue.code, overdue.err]).toEqual([
      9,
      expect.stringContaining("since 2020-03-01T12:00:00.000Z, for longer than 1 h."),
    ])
    expect((await status("--max-age", "90m")).err).toContain("for longer than 1 h 30 min.")
    expect((await status("--max-age", "36500d")).code).toBe(0)
    const blocking = change?.(join(home.folder, "shop.db"))
    blocking?.exec("update mas_outbox set blocked = 1")
    blocking?.close()
    expect(await status("--max-age", "36500d")).toMatchObject({
      code: 9,
      json: { waiting: 1, blocked: 1 },
      err: expect.stringContaining("1 cannot be sent until the cause is corrected"),
    })
    expect((await outbox("list", "--file", "shop.db")).json).toMatchObject([
      { id: expect.stringMatching(/^receipt-17-/), state: "waits", error: "from is not a verified sender" },
    ])
  })

  it("retries all refused messages", async () => {
    expect((await outbox("retry", "--all", "--file", "shop.db")).json).toHaveLength(1)
    expect(await outbox("retry", "--all", "--file", "shop.db")).toMatchObject({ code: 10, out: "" })
  })

  it("shows in a dry run what would be retried, and changes nothing", async () => {
    const [{ id }] = (await outbox("list", "--file", "shop.db")).json
    const dry = await outbox("retry", "--all", "--file", "shop.db", "--dry-run")
    expect(dry).toMatchObject({ code: 0, json: [{ id }], err: expect.stringContaining("this is a dry run") })
    const { code, json } = await outbox("retry", id, "receipt-4711", "--file", "shop.db", "--dry-run")
    expect([code, json]).toEqual([4, [{ id }]])
    expect((await outbox("list", "--file", "shop.db")).json).toHaveLength(1)
  })

  it("refuses an empty id", async () => {
    const { code, err } = await outbox("retry", "", "--file", "shop.db")
    expect([code, problemOf(err).message]).toEqual([6, "id cannot be empty"])
  })

  it("reports an invalid table name, and an invalid file", async () => {
    const { code, err } = await outbox("list", "--file", "shop.db", "--table", "a b")
    expect([code, problemOf(err).message]).toEqual([6, expect.stringContaining("--table must be a name of letters")])
    const folder = await outbox("list", "--file", ".")
    expect([folder.code, problemOf(folder.err).message]).toEqual([1, ".: unable to open database file"])
    expect(folder.err).not.toContain("outbox.migrate()")
  })

  it("reports an id without a refused message, after retrying the others", async () => {
    const [{ id }] = (await outbox("list", "--file", "shop.db")).json
    const { code, json, err } = await outbox("retry", "receipt-4711", id, "--file", "shop.db")
    expect([code, json]).toEqual([4, [{ id }]])
    expect(problemOf(err).message).toBe("No refused message has the id receipt-4711")
  })

  it("reports a missing table, and how to create it", async () => {
    const { code, err } = await outbox("list", "--file", "shop.db", "--table", "letters")
    expect(code).toBe(1)
    expect(problemOf(err)).toMatchObject({ hint: expect.stringContaining("outbox.migrate() creates the table") })
  })
})

describe("mas outbox without a database", () => {
  it("asks for one, and creates none", async () => {
    expect(await outbox("list")).toMatchObject({ code: 2, err: expect.stringContaining("set DATABASE_URL") })
    const { code, err } = await outbox("list", "--file", "shop.db")
    expect([code, problemOf(err).message]).toEqual([2, "--file shop.db: there is no such file"])
  })

  it("says which package is missing, and what installs it", async () => {
    const { code, err } = await outbox("list", "--database-url", "postgres://ada:secret@127.0.0.1:1/shop")
    expect(code).toBe(1)
    expect(problemOf(err)).toMatchObject({
      message: "The package pg is not installed in this folder",
      hint: "Run npm install pg.",
    })
  })

  it("ends with 8 where Postgres cannot be reached, and shows no password", async () => {
    symlinkSync(join(import.meta.dirname, "../../node_modules"), join(home.folder, "node_modules"))
    const { code, err } = await outbox("list", "--database-url", "postgres://ada:so-secret@127.0.0.1:1/shop")
    expect([code, problemOf(err).message]).toEqual([8, "the Postgres database: connect ECONNREFUSED 127.0.0.1:1"])
    expect(err).not.toContain("so-secret")
  })

  it("takes DATABASE_URL, and shows no password of it", async () => {
    const env = { DATABASE_URL: "mysql://ada:so-secret@127.0.0.1:1/shop" }
    const { code, err } = await home.run(["outbox", "list"], { env })
    expect(code).toBe(6)
    expect(err).toContain("must be a postgres:// address")
    expect(err).not.toContain("so-secret")
  })
})
