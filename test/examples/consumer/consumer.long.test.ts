import type { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { freePort } from "../../support/example.ts"
import { App, bundleApp, runApp } from "../../support/example-app.ts"
import { skipped } from "../../support/skipped.ts"
import { connect } from "../outbox/senders.ts"

const programs = ["setup", "receiver", "worker", "set-aside"] as const

describe.skipIf(noPostgres)(`the consumer of webhooks${skipped(noPostgres)}`, () => {
  let postgres: Engine
  let server: MockServer
  let mas: Mas
  let db: Client
  let secret: string
  let env: Record<string, string>
  let paths: Record<(typeof programs)[number], string>
  const started: App[] = []

  function start(program: "receiver" | "worker", readyPattern: RegExp): App {
    const app = new App(paths[program], { ...env, MAS_WEBHOOK_SECRET: secret }, readyPattern)
    started.push(app)
    return app
  }
  const setAside = async (...args: string[]) => {
    const processEnd = await runApp(paths["set-aside"], args, env)
    expect(processEnd).toMatchObject({ code: 0, stderr: "" })
    return processEnd.stdout
  }
  const send = (to: string) => mas.messages.send({ channel: "email", to, subject: "Hi", body: "Hi" })
  const inbox = async () => (await db.query("select * from inbox")).rows
  const history = async () =>
    (await db.query("select message_id, type, happened_at from message_history order by id")).rows
  const settled = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

  beforeAll(async () => {
    const port = await freePort()
    const [engine, mock, ...bundles] = await Promise.all([
      startPostgres({ fsync: "off" }),
      startMockServer({ port: 0, allowLocalWebhooks: true }),
      ...programs.map((name) => bundleApp(`consumer/${name}.ts`)),
    ])
    postgres = engine
    server = mock
    const [setup = "", receiver = "", worker = "", aside = ""] = bundles
    paths = { setup, receiver, worker, "set-aside": aside }
    env = { DATABASE_URL: postgres.url, PORT: String(port), ATTEMPTS: "3", PAUSE: "0.01", TAKE_OVER: "1" }
    expect(await runApp(setup, [], env)).toMatchObject({ code: 0, stderr: "" })
    db = await connect(postgres.url)
    mas = new Mas(server.clientOptions)
    const url = `http://127.0.0.1:${port}/webhooks`
    const events = ["email.sent", "email.delivered", "email.bounced", "email.opened"] as const
    ;({ secret } = await mas.webhooks.create({ url, events: [...events] }))
    await start("receiver", /Waiting for webhooks/).ready
  })
  afterAll(async () => {
    await Promise.all(started.map((app) => app.stop()))
    await mas?.close()
    await db?.end()
    await server?.close()
    await postgres?.stop()
  })

  it("queues each event once, despite duplicates, and processes events in order", async () => {
    server.world.faults.add({ on: "delivery", drop: "after", times: 2 })
    server.world.faults.add({ on: "delivery", duplicate: 2, times: 4 })
    server.world.faults.add({ on: "delivery", reorder: true, times: 2 })
    // Events with the same timestamp may arrive in any order.
    server.world.outcomes.add({ to: "*@slow.test", outcome: "delivered", after: "10s" })
    const messages = await Promise.all([1, 2, 3, 4].map((one) => send(`customer${one}@slow.test`)))
    await server.world.advance("20s")
    for (const { id } of messages) server.world.messages.event(id, { type: "opened" })
    await server.world.advance("2m")
    await settled(async () => expect(await inbox()).toHaveLength(12))

    await Promise.all([start("worker", /Working/).ready, start("worker", /Working/).ready])
    await settled(async () => expect(await inbox()).toEqual([]))
    const rows = await history()
    for (const { id } of messages)
      expect(rows.filter(({ message_id }) => message_id === String(id)).map(({ type }) => type)).toEqual([
        "email.sent",
        "email.delivered",
        "email.opened",
      ])
    expect(rows).toHaveLength(12)
  })

  it("sets aside an event that always fails, processes the others, and processes it after a retry", async () => {
    const { id } = await send("bounced@simulator.test")
    await settled(async () => expect(await inbox()).toMatchObject([{ attempts: 3, subject: `message-${id}` }]))
    const listed = JSON.parse(await setAside())
    expect(listed).toMatchObject({
      type: "email.bounced",
      error: "Error: No customer has the address bounced@simulator.test",
    })

    await db.query("insert into customers (email) values ('bounced@simulator.test')")
    expect(await setAside("retry", listed.event_id)).toBe("1 put back\n")
    await settled(async () => expect(await inbox()).toEqual([]))
    expect((await db.query("select reachable from customers")).rows).toEqual([{ reachable: false }])
    expect(await setAside("retry", "--all")).toBe("0 put back\n")
  })

  it("holds back later events of a message while an earlier one fails, but not those of other messages", async () => {
    await Promise.all(started.splice(1).map((app) => app.stop()))
    await db.query("delete from customers")
    server.world.outcomes.add({ to: "late@example.test", outcome: "bounced" })
    const late = await send("late@example.test")
    const other = await send("ann@example.test")
    await settled(async () => expect(await inbox()).toHaveLength(4))
    // The service sends no event after a bounce: this inserts one.
    await db.query(
      `insert into inbox (event_id, subject, happened_at, event)
      select 'evt_later', subject, happened_at + interval '1 day', event || '{"type": "email.complained"}'
      from inbox where subject = $1 and event->>'type' = 'email.bounced'`,
      [`message-${late.id}`],
    )
    env.ATTEMPTS = "1000"
    await start("worker", /Working/).ready
    const typesOf = async ({ id }: { id: number }) =>
      (await history()).filter(({ message_id }) => message_id === String(id)).map(({ type }) => type)

    await settled(async () => {
      const attempts = (await inbox()).map((row) => row.attempts).sort()
      expect(attempts).toEqual([0, expect.toSatisfy((attemptCount: number) => attemptCount > 2)])
    })
    expect(await typesOf(late)).toEqual(["email.sent"])
    await settled(async () => expect(await typesOf(other)).toEqual(["email.sent", "email.delivered"]))
    await db.query("insert into customers (email) values ('late@example.test')")
    await settled(async () => expect(await inbox()).toEqual([]))
    expect(await typesOf(late)).toEqual(["email.sent", "email.bounced", "email.complained"])
  })
})
