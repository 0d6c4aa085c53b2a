import { type ChildProcess, execFileSync } from "node:child_process"
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

const secret = "whsec_YSBzZWNyZXQgb2YgdGhlIGNvbnN1bWVyLCAzMiBieXRlcw=="
/** A Node with SQLite and TypeScript built in. */
const node = await ltsNode()
const noNode =
  node === undefined ? `Node ${process.versions.node} has no SQLite, and a later one cannot be had` : undefined

/** Runs a statement in a database, by the Node that has SQLite; answers its rows. */
function rowsOf(database: string, sql: string): Record<string, unknown>[] {
  const program = `const db = new (require("node:sqlite").DatabaseSync)(${JSON.stringify(database)})
    console.log(JSON.stringify(db.prepare(${JSON.stringify(sql)}).all()))`
  return JSON.parse(execFileSync(node ?? "", ["--no-warnings", "-e", program], { encoding: "utf8" }))
}

describe.skipIf(noNode)(`examples/sqlite-consumer${noNode ? ` (skipped: ${noNode})` : ""}`, () => {
  let server: MockServer
  let program: string
  beforeAll(async () => {
    const started = startMockServer({ port: 0, allowLocalWebhooks: true })
    ;[server, program] = await Promise.all([started, bundleApp("sqlite-consumer/receiver.ts")])
  })
  afterAll(() => server.close())

  /** A world whose webhooks go to a port. */
  function worldFor(port: number): MockWorld {
    const world = server.world.createWorld()
    const url = `http://127.0.0.1:${port}/webhooks`
    const events = ["email.delivered", "email.bounced"] as const
    world.setFixtures({
      accounts: { main: { brands: { brand_main: { webhooks: [{ url, events: [...events], secret }] } } } },
    })
    return world
  }

  const send = ({ clientOptions }: MockWorld, to: string) =>
    new Mas(clientOptions).messages.send({ channel: "email", to, subject: "Hi", body: "Hi" })

  /** One message is delivered and one bounces, while the receiver is killed; events come again until each was taken. */
  async function live(crashes: readonly Crash[], swaps?: Swaps) {
    const folder = mkdtempSync(join(tmpdir(), "mas-consumer-"))
    const database = join(folder, "shop.db")
    const port = await freePort()
    const world = worldFor(port)
    let isSent = false

    async function deliver(child: ChildProcess): Promise<void> {
      await lineOf(child, /Waiting/)
      if (isSent) {
        // A minute has passed for whoever crashed; not for this machine.
        rowsOf(database, "update mas_webhooks set until = until - 60000 where owner is not null returning 1")
        const events = new Map(world.deliveries().map(({ event_id, delivery_id }) => [event_id, delivery_id]))
        for (const id of events.values()) world.redeliver(id)
      } else {
        isSent = true
        for (const to of ["ana@example.test", "bounced@simulator.test"]) await send(world, to)
      }
      await world.advance(0)
      // Who has taken an event once takes it again.
      const taken = world.deliveries().slice(-2)
      if (taken.some(({ response_status }) => response_status !== 200)) throw new Error("Not all was taken")
    }

    try {
      const env = { PORT: `${port}`, DATABASE: database, MAS_WEBHOOK_SECRET: secret }
      const path = swaps === undefined ? program : await bundleApp("sqlite-consumer/receiver.ts", swaps)
      const killed = await runThroughCrashes({ node, program: path, env, folder, crashes, use: deliver })
      const customers = rowsOf(database, "select * from customers order by email")
      return { killed, customers, history: rowsOf(database, "select type from history order by type") }
    } finally {
      world.delete()
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

  it("counts each event once, killed before and after each of its statements", async () => {
    const steps = await eachCrash(async (step) => {
      const { killed, ...counted } = await live([step])
      expect({ killed, ...counted }).toEqual({ killed, ...once })
      return killed
    })
    const needed = ["begin", "insert into history", "insert into customers", "commit"]
    expect(steps).toEqual(expect.arrayContaining(needed.flatMap((what) => [`before ${what}`, `after ${what}`])))
  })

  it("is found out where its effects are not in the transaction", async () => {
    const source = readProjectFile("examples/sqlite-consumer/receiver.ts")
    const swapped = source.replace("  store,", "  store: { ...store, transact: undefined },").replace(", { tx }", "")
    const receiver = swapped.replace("apply(event, tx)", "apply(event, db)")
    const { customers } = await live(["after insert into customers"], { "receiver.ts": receiver })
    expect(customers).toContainEqual({ email: "ana@example.test", delivered: 2, bounced: 0 })
  })

  describe("as it is installed", () => {
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

    it("compiles, with types of the Node that it asks for", ({ skip }) => {
      skip(example.missing !== undefined, example.missing)
      expect(checkExample(example.folder, ["receiver.ts", "report.ts", "database.ts", "effects.ts"])).toBe("")
      expect(strangeVersions("sqlite-consumer")).toEqual(["@types/node"])
    })

    it("runs without being compiled, and reports", async ({ skip }) => {
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
