// Simulated days of the shop in virtual time, with faults: lost and late responses, duplicate and forged webhooks,
// crashes. Each day creates and drops its own database.
//
//   DATABASE_URL=postgres://… npx tsx day.ts 3
import { Logger, runOnce, type TaskList } from "graphile-worker"
import { Mas } from "mas-sdk"
import { type Day, simulate } from "mas-sdk/mock-server"
import { createOutbox } from "mas-sdk/outbox"
import { postgresStore } from "mas-sdk/stores"
import { createWebhookHandler, type WebhookEventType } from "mas-sdk/webhooks"
import { Pool } from "pg"
import { textOf } from "../outbox/postgres/run-worker.ts"
import { needed } from "../outbox/settings.ts"
import { type Counter, checkOut } from "./checkout.ts"
import { importContacts, takeCustomers } from "./customers.ts"
import { sendNewsletter, takeNewsletter } from "./newsletter.ts"
import { recordMail, recordReply } from "./receive.ts"
import { makeTables } from "./tables.ts"

const admin = new Pool({ connectionString: needed("DATABASE_URL") })
const url = new URL(needed("DATABASE_URL"))
const [checkouts, customers] = [12, 20]
let [days, lives] = [0, 0]

/** One per day, because programs of the previous day may still be connecting to their database. */
const database = () => `shop_${process.pid}_${days}`
const dropDatabase = () => admin.query(`drop database if exists ${database()} with (force)`)

/** A program's database connections during its life. */
function begin(mas?: Mas): Counter {
  const pool = new Pool({ connectionString: url.href, application_name: `${database()}_${++lives}`, max: 5 })
  // A crash closes its connections.
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  return { pool, outbox: createOutbox({ mas, pool }) }
}

/** Closes an ended process's connections, which rolls back its transactions. */
async function end({ pool }: Counter): Promise<void> {
  pool.end().catch(() => {})
  const name = pool.options.application_name
  await admin.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1", [name])
}

/** Runs due work every hour. */
async function work(life: Counter, mas: Mas): Promise<never> {
  for (;;) {
    // The next round retries failures, such as every query after a crash closed the connections.
    await workOnce(life, mas).catch(() => {})
    await new Promise<void>((resolve) => setTimeout(resolve, 3_600_000))
  }
}

async function workOnce({ pool }: Counter, mas: Mas): Promise<void> {
  // The queue uses the database's clock, which hardly advances: make waiting jobs due, and release those of crashed workers.
  await pool.query(`
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs;
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now(), attempts := 0) from graphile_worker.jobs`)
  const taskList: TaskList = {
    contacts: (payload) => importContacts(pool, mas, textOf(payload, "upload")),
    newsletter: (payload) => sendNewsletter(pool, mas, textOf(payload, "name")),
  }
  await runOnce({ pgPool: pool, taskList, logger: new Logger(() => () => {}), concurrency: 3, noHandleSignals: true })
}

async function live(day: Day): Promise<void> {
  await dropDatabase()
  days++
  url.pathname = database()
  await admin.query(`create database ${database()}`)
  await makeTables(url.href)
  const { pool } = begin()
  const count = async (from: string) => Number((await pool.query(`select count(*) as n from ${from}`)).rows[0].n)

  const receiver = (name: string, events: readonly WebhookEventType[], onEvent: typeof recordMail) =>
    day.receiver(
      name,
      ({ secret }) => {
        const life = begin()
        const store = postgresStore(life.pool)
        return Object.assign(createWebhookHandler({ secret, store, onError: () => {}, onEvent }), { life })
      },
      { events, crash: ({ life }) => end(life) },
    )
  receiver("mail", ["email.sent", "email.delivered", "email.bounced", "email.complained"], recordMail)
  receiver("replies", ["email.received"], recordReply)
  const shop = day.process("shop", () => begin(), { crash: end })
  day.process(
    "worker",
    ({ clientOptions }) => {
      const mas = new Mas(clientOptions)
      const life = begin(mas)
      void work(life, mas)
      // Messages are due by the client's clock. Leases end by that of the database, which hardly advances in a simulated day.
      void life.outbox.poll({ every: 300_000, lease: 1_000, onError: () => {} })
      return life
    },
    { crash: end },
  )

  const mails = (about: string) => day.world.messages.list().filter(({ subject }) => subject?.startsWith(about))
  const receipts = () => mails("Receipt for order")
  for (const [what, mailed] of Object.entries({ receipts, newsletters: () => mails("It is spring") }))
    day.always(`nobody gets two ${what}`, () => new Set(mailed().map(({ to }) => to)).size === mailed().length)
  day.eventually("every checkout is one order with one receipt", async () => {
    const sent = await count("mas_outbox where sent_at is not null")
    return [await count("checkouts"), await count("orders"), sent, receipts().length].every((n) => n === checkouts)
  })
  day.eventually("every receipt's end is known once", async () => {
    const ends = "mail_events join mas_outbox using (message_id) where type in ('email.delivered', 'email.bounced')"
    const twice = "(select event_id from mail_events group by event_id having count(*) > 1) as twice"
    return (await count(ends)) === checkouts && (await count(twice)) === 0
  })
  day.eventually("customers are imported", async () => (await count(`uploads where imported = ${customers}`)) === 1)
  day.eventually("the newsletter is sent", async () => (await count("newsletters where sent_at is not null")) === 1)

  /** Retries until there is a response, like a customer who presses the button again. */
  async function insist(request: (life: Counter) => Promise<unknown>): Promise<void> {
    while ((await shop.call(request).catch(() => undefined)) === undefined) await day.sleep("1m")
  }
  const lines = Array.from({ length: customers }, (_, at) => `c${at}@people.test;C${at}`)
  await insist(({ pool }) => takeCustomers(pool, Buffer.from(`E-mail Address;First Name\n${lines.join("\n")}\n`)))
  await insist(({ pool }) => takeNewsletter(pool, { name: "Spring", subject: "It is spring", html: "<p>Come by</p>" }))
  await day.times(checkouts, (number) =>
    insist((life) =>
      checkOut(life, { key: `basket ${number}`, customer: `b${number}@people.test`, total_cents: 1_000 }),
    ),
  )
  while (receipts().length < checkouts) await day.sleep("15m")
  for (const { id, to } of receipts()) {
    const reply = { from: to, to: "inbox@acme.test", subject: "Re: your receipt", text: "Thanks", in_reply_to: id }
    day.world.inbound(reply)
  }
  day.eventually("every reply is kept once, with its order", async () => {
    return (await count("replies")) === checkouts && (await count("replies where order_id is null")) === 0
  })
}

const { runs } = await simulate({ runs: Number(process.argv[2] ?? 3), faults: "storm" }, live)
console.log(`Days that held: ${runs}`)
await dropDatabase()
await admin.end()
