import type { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { freePort } from "../../support/example.ts"
import { App, bundleApp, runApp } from "../../support/example-app.ts"
import { skipped } from "../../support/skipped.ts"
import { connect, manyMessages } from "../outbox/senders.ts"

const programs = ["setup", "server", "worker"] as const
const rounds = 12
const checkoutsARound = 15

describe.skipIf(noPostgres)(`the whole shop${skipped(noPostgres)}`, () => {
  let postgres: Engine
  let server: MockServer
  let mas: Mas
  let db: Client
  let address: string
  let env: Record<string, string>
  let paths: Record<(typeof programs)[number], string>
  let shop: App
  let workers: App[] = []

  beforeAll(async () => {
    const [port, engine, mock, ...bundles] = await Promise.all([
      freePort(),
      startPostgres({ fsync: "off" }),
      startMockServer({ port: 0, allowLocalWebhooks: true, webhookTime: "real", ...manyMessages }),
      ...programs.map((name) => bundleApp(`shop/${name}.ts`)),
    ])
    ;[postgres, server] = [engine, mock]
    const [setup = "", main = "", worker = ""] = bundles
    paths = { setup, server: main, worker }
    address = `http://127.0.0.1:${port}`
    mas = new Mas(server.clientOptions)
    const sent = ["email.sent", "email.delivered", "email.bounced", "email.complained"] as const
    const mail = await mas.webhooks.create({ url: `${address}/webhooks/mail`, events: sent })
    const replies = await mas.webhooks.create({ url: `${address}/webhooks/replies`, events: ["email.received"] })
    env = {
      ...{ DATABASE_URL: postgres.url, MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey, PORT: String(port) },
      ...{ MAIL_SECRET: mail.secret, REPLIES_SECRET: replies.secret },
      ...{ SENDS_PER_SECOND: "2000", LONGEST_PAUSE: "1", TAKE_OVER: "1", LEASE: "2" },
    }
    expect(await runApp(paths.setup, [], env)).toMatchObject({ code: 0, stderr: "" })
    db = await connect(postgres.url)
    shop = new App(paths.server, env, /Open/)
    workers = [1, 2].map(() => new App(paths.worker, env, /Working/))
    await Promise.all([shop, ...workers].map(({ ready }) => ready))
  })
  afterAll(async () => {
    await Promise.all([shop, ...workers].map((app) => app?.stop()))
    await mas?.close()
    await db?.end()
    await server?.close()
    await postgres?.stop()
  })

  const rows = async (query: string) => (await db.query(query)).rows
  const settled = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 100 })

  /** Repeats a request until there is a response, like a customer who presses the button again. */
  async function post(path: string, body: string, type = "application/json") {
    for (;;) {
      const response = await fetch(`${address}${path}`, {
        method: "POST",
        body,
        headers: { "content-type": type },
      }).catch(() => undefined)
      if (response?.ok) return response.json()
      await vi.waitFor(() => fetch(address), { timeout: 60_000, interval: 20 })
    }
  }

  it("has each effect once, whichever process is killed at any time", async () => {
    const { world } = server
    for (const fault of [
      { path: "/v1/my/messages", drop: "after", probability: 0.05 },
      { path: "/v1/my/messages", status: 502, probability: 0.05 },
      { on: "delivery", drop: "after", probability: 0.1 },
      { on: "delivery", duplicate: 2, probability: 0.1 },
    ] as const)
      world.faults.add(fault)
    const csv = `E-mail Address;First Name\n${Array.from({ length: 40 }, (_, at) => `c${at}@people.test;C${at}`).join("\n")}\nnobody;N\n`
    const orders: string[] = []

    const importResult = post("/customers", csv, "text/csv")
    for (let round = 0; round < rounds; round++) {
      const placed = Array.from({ length: checkoutsARound }, (_, at) =>
        post(
          "/checkouts",
          JSON.stringify({ key: `basket-${round}-${at}`, customer: `c${at}@people.test`, total_cents: 100 + at }),
        ),
      )
      if (round === 3)
        void post("/newsletters", JSON.stringify({ name: "spring", subject: "Spring", html: "<p>Hi</p>" }))
      await (round % 2 === 0 ? shop : workers[round % workers.length])?.kill()
      for (const { order } of await Promise.all(placed)) orders.push(order)
    }
    expect(await importResult).toEqual({ customers: 40, refused: 1 })
    expect(await post("/customers", csv, "text/csv")).toEqual({ customers: 40, refused: 1 })

    await settled(async () => {
      expect(await rows("select 1 from mas_outbox where sent_at is null")).toEqual([])
      expect(await rows("select imported from uploads")).toEqual([{ imported: 40 }])
      expect(await rows("select 1 from newsletters where sent_at is not null")).toHaveLength(1)
    })
    world.faults.clear()
    // Webhooks that failed while the shop was down are retried within two days of virtual time.
    await world.advance("2d")
    expect(await rows("select key from checkouts")).toHaveLength(rounds * checkoutsARound)
    expect(new Set(orders).size).toBe(rounds * checkoutsARound)
    const receipts = world.messages.list({ limit: 10_000 }).map(({ subject }) => subject)
    expect(receipts.toSorted()).toEqual(orders.map((order) => `Receipt for order ${order}`).toSorted())
    const sentCampaigns = (await mas.campaigns.list().toArray()).filter(
      ({ name, status }) => name === "spring" && status !== "draft",
    )
    expect(sentCampaigns).toHaveLength(1)
    const events = await rows("select event_id, count(*)::int as times from mail_events group by event_id")
    expect(events.filter(({ times }) => times !== 1)).toEqual([])
    const acknowledged = world.deliveries.list().filter(({ response_status }) => response_status === 200)
    expect(events.map(({ event_id }) => event_id).toSorted()).toEqual(
      [...new Set(acknowledged.map(({ event_id }) => event_id))].toSorted(),
    )
    // Sent and delivered, for each order.
    expect(events).toHaveLength(2 * rounds * checkoutsARound)
  })

  it("matches a reply to its order, and accepts events signed with either secret during a rotation", async () => {
    const { world } = server
    const [{ id, message_id }] = await rows("select id, message_id from mas_outbox limit 1")
    const know = (messageId: unknown) =>
      db.query("update mas_outbox set message_id = $2 where id = $1", [id, messageId])
    const webhooks = await mas.webhooks.list().toArray()
    const replies = webhooks.find(({ url }) => url.endsWith("/webhooks/replies"))
    const rotated = world.webhooks.rotate(replies?.id ?? 0)
    await shop.stop("SIGTERM")
    shop = new App(paths.server, { ...env, REPLIES_SECRET: `${rotated.secret},${env.REPLIES_SECRET}` }, /Open/)
    await shop.ready
    const mailIn = (subject: string) =>
      world.inbound({
        from: "c0@people.test",
        to: "inbox@acme.test",
        subject,
        text: "Thanks",
        in_reply_to: Number(message_id),
      })
    // A reply can arrive before the shop has read the response to its send.
    await know(null)
    mailIn("Re: one")
    await settled(async () => expect(await rows("select 1 from replies")).toHaveLength(1))
    await know(message_id)
    // After the day of grace, only the new secret signs.
    await world.advance("2d")
    mailIn("Re: two")
    await world.advance("1m")
    await settled(async () =>
      expect(await rows("select sender, subject, order_id from replies order by subject")).toEqual([
        { sender: "c0@people.test", subject: "Re: one", order_id: expect.any(String) },
        { sender: "c0@people.test", subject: "Re: two", order_id: expect.any(String) },
      ]),
    )
  })
})

describe.skipIf(noPostgres)(`days of the shop in virtual time${skipped(noPostgres)}`, () => {
  it("hold under any faults", async () => {
    const postgres = await startPostgres({ fsync: "off" })
    try {
      const ended = await runApp(await bundleApp("shop/day.ts"), ["1"], { DATABASE_URL: postgres.url })
      expect(ended, ended.stderr).toMatchObject({ code: 0, stdout: "Days that held: 1\n" })
    } finally {
      await postgres.stop()
    }
  })
})
