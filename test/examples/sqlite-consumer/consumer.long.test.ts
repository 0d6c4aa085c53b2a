import type { ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockServer, type MockWorld, startMockServer } from "../../../mock-server/index.ts"
import { ltsNode } from "../../../scripts/lib/lts.mjs"
import { Mas } from "../../../sdk/index.ts"
import { type Crash, eachCrash, runThroughCrashes } from "../../support/crash.ts"
import { end, freePort, lineOf } from "../../support/example.ts"
import { bundleApp, type Swaps } from "../../support/example-app.ts"
import { checkExample, type InstalledExample, installExample, strangeVersions } from "../../support/example-folder.ts"
import { readProjectFile } from "../../support/files.ts"
import { makeReader, type Reader } from "../../support/reader.ts"
import { noSqliteAtAll, openForMany } from "../../webhooks/stores/sqlite.ts"

const secret = "whsec_YSBzZWNyZXQgb2YgdGhlIGNvbnN1bWVyLCAzMiBieXRlcw=="
/** A Node with built-in SQLite and TypeScript. */
const node = await ltsNode()
const noNode =
  node === undefined ? `Node ${process.versions.node} has no SQLite, and a later one cannot be had` : noSqliteAtAll

/** Runs a statement in a database; returns its rows. */
function rowsOf(database: string, sql: string): unknown[] {
  const db = openForMany(database)
  const rows = db.prepare(sql).all()
  db.close()
  return rows
}

describe.skipIf(noNode)(`examples/sqlite-consumer${noNode ? ` (skipped: ${noNode})` : ""}`, () => {
  let server: MockServer
  let program: string
  beforeAll(async () => {
    const started = startMockServer({ port: 0, allowLocalWebhooks: true })
    ;[server, program] = await Promise.all([started, bundleApp("sqlite-consumer/receiver.ts")])
  })
  afterAll(() => server.close())

  /** A world that sends webhooks to a port. */
  function worldFor(port: number): MockWorld {
    const world = server.world.worlds.create()
    const url = `http://127.0.0.1:${port}/webhooks`
    const events = ["email.delivered", "email.bounced"] as const
    world.state.setFixtures({
      accounts: { main: { brands: { brand_main: { webhooks: [{ url, events: [...events], secret }] } } } },
    })
    return world
  }

  const send = ({ clientOptions }: MockWorld, to: string) =>
    new Mas(clientOptions).messages.send({ channel: "email", to, subject: "Hi", body: "Hi" })

  /** Delivers one message and bounces one while the receiver is killed; events are resent until each is acknowledged. */
  async function live(crashes: readonly Crash[], swaps?: Swaps) {
    const folder = mkdtempSync(join(tmpdir(), "mas-consumer-"))
    const database = join(folder, "shop.db")
    const port = await freePort()
    const world = worldFor(port)
    let isSent = false

    async function deliver(child: ChildProcess): Promise<void> {
      await lineOf(child, /Waiting/)
      if (isSent) {
        // Expires the lease of the crashed process without waiting a minute.
        rowsOf(database, "update mas_webhooks set until = until - 60000 where owner is not null returning 1")
        const events = new Map(world.deliveries.list().map(({ event_id, delivery_id }) => [event_id, delivery_id]))
        for (const id of events.values()) world.deliveries.redeliver(id)
      } else {
        isSent = true
        for (const to of ["ana@example.test", "bounced@simulator.test"]) await send(world, to)
      }
      await world.advance(0)
      // A receiver must also acknowledge events that it had acknowledged before.
      const attempts = world.deliveries.list().slice(-2)
      if (attempts.some(({ response_status }) => response_status !== 200)) throw new Error("Not all was taken")
    }

    try {
      const env = { PORT: `${port}`, DATABASE: database, MAS_WEBHOOK_SECRET: secret }
      const path = swaps === undefined ? program : await bundleApp("sqlite-consumer/receiver.ts", swaps)
      const killed = await runThroughCrashes({ node, program: path, env, folder, crashes, use: deliver })
      const customers = rowsOf(database, "select * from customers order by email")
      return { killed, customers, history: rowsOf(database, "select type from history order by type") }
    } finally {
      world.worlds.remove(world.id)
      rmSync(folder, { recursive: true })
    }
  }

  const once = {
    customers: [
      { email: "ana@example.test", delivered: 1, bounced: 0 },
      { email: "bounced@simulator.test", delivered: 0, bounced: 1 },
    ],
    history: [{ type: "email.bounced" }, { type: "email.delivered" }],
  }

  it("counts each event once when killed before and after each statement", async () => {
    const steps = await eachCrash(async (step) => {
      const { killed, ...counted } = await live([step])
      expect({ killed, ...counted }).toEqual({ killed, ...once })
      return killed
    })
    const needed = ["begin", "insert into history", "insert into customers", "commit"]
    expect(steps).toEqual(expect.arrayContaining(needed.flatMap((what) => [`before ${what}`, `after ${what}`])))
  })

  it("counts an event twice if its effects are outside the transaction", async () => {
    const source = readProjectFile("examples/sqlite-consumer/receiver.ts")
    const swapped = source.replace("  store,", "  store: { ...store, transact: undefined },").replace(", { tx }", "")
    const receiver = swapped.replace("apply(event, tx)", "apply(event, db)")
    const { customers } = await live(["after insert into customers"], { "receiver.ts": receiver })
    expect(customers).toContainEqual({ email: "ana@example.test", delivered: 2, bounced: 0 })
  })

  describe("installed by a reader", () => {
    let reader: Reader
    let example: InstalledExample
    beforeAll(async () => {
      reader = makeReader([])
      example = await installExample(reader, "sqlite-consumer")
    })
    afterAll(async () => {
      await reader.stop()
      reader.remove()
    })

    it("compiles with the types of its required Node", ({ skip }) => {
      skip(example.missing !== undefined, example.missing)
      expect(checkExample(example.folder, ["receiver.ts", "report.ts", "database.ts", "effects.ts"])).toBe("")
      expect(strangeVersions("sqlite-consumer")).toEqual(["@types/node"])
    })

    it("runs without compilation, and reports", async ({ skip }) => {
      skip(example.missing !== undefined, example.missing)
      const { folder } = example
      const port = await freePort()
      const world = worldFor(port)
      const env = { PORT: `${port}`, MAS_WEBHOOK_SECRET: secret, NODE_OPTIONS: "" }
      const receiver = reader.type(`exec ${node} receiver.ts`, { cwd: folder, env })
      await lineOf(receiver, /Waiting for webhooks/)
      for (const to of ["ana@example.test", "ana@example.test", "bounced@simulator.test"]) await send(world, to)
      await world.advance(0)
      const report = await end(reader.type(`${node} report.ts`, { cwd: folder, env }))
      expect(
        report.stdout
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ).toEqual([
        { email: "ana@example.test", delivered: 2, bounced: 0 },
        { email: "bounced@simulator.test", delivered: 0, bounced: 1 },
      ])
    })
  })
})
