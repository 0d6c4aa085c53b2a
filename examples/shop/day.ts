// Days of the shop in virtual time, with everything going wrong that can: lost and late answers, webhooks twice and forged,
// crashes. Each day has a database of its own, which it makes and drops.
//
//   DATABASE_URL=postgres://… npx tsx day.ts 3
import { Logger, runOnce, type TaskList } from "graphile-worker"
import { Mas } from "mas-sdk"
import { type Day, simulate } from "mas-sdk/mock-server"
import { createOutbox, type PostgresOutbox } from "mas-sdk/outbox"
import { postgresStore } from "mas-sdk/stores"
import { createWebhookHandler, type WebhookEvent, type WebhookEventType } from "mas-sdk/webhooks"
import { type ClientBase, Pool } from "pg"
import { textOf } from "../outbox/postgres/run-worker.ts"
import { needed } from "../outbox/settings.ts"
import { checkOut } from "./checkout.ts"
import { importContacts, takeCustomers } from "./customers.ts"
import { sendNewsletter, takeNewsletter } from "./newsletter.ts"
import { recordMail, recordReply } from "./receive.ts"
import { makeTables } from "./tables.ts"

const databaseUrl = needed("DATABASE_URL")
const admin = new Pool({ connectionString: databaseUrl })
/** What looks at the databases of the days, by their names. */
const databases = new Map<string, Pool>()
const [checkouts, customers] = [12, 20]

/** What a program has of the database while it lives. */
interface Life {
  readonly pool: Pool
  readonly name: string
  readonly outbox: PostgresOutbox
}

let lives = 0

function begin(connectionString: string, mas?: Mas): Life {
  const name = `life-${++lives}`
  const pool = new Pool({ connectionString, application_name: name, max: 5 })
  // Its connections are cut when it crashes.
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  return { pool, name, outbox: createOutbox({ mas, pool }) }
}

/** Cuts what a process that has ended would no longer have: its transactions are rolled back. */
async function end({ pool, name }: Life): Promise<void> {
  pool.end().catch(() => {})
  await admin.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1", [name])
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Does what there is to do, every hour. */
async function work({ pool, outbox }: Life, mas: Mas): Promise<never> {
  const taskList: TaskList = {
    contacts: (payload) => importContacts(pool, mas, textOf(payload, "upload")),
    newsletter: (payload) => sendNewsletter(pool, mas, textOf(payload, "name")),
  }
  const logger = new Logger(() => () => {})
  for (;;) {
    // What fails, as everything does once the process has crashed and its connections are cut, is for the next look.
    await lookOnce().catch(() => {})
    await pause(3_600_000)
  }

  async function lookOnce(): Promise<void> {
    // The queue goes by the database's time, of which next to none goes by: what waits for it is due, what a crash left is free.
    await pool.query(
      "select graphile_worker.force_unlock_workers(array(select locked_by from graphile_worker.jobs where locked_by is not null))",
    )
    await pool.query(
      "select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now(), attempts := 0)",
    )
    // So does the outbox: it sends what there is.
    for (const { id } of (await pool.query("select id from mas_outbox where due_at is not null")).rows)
      await outbox.send(id)
    await runOnce({ pgPool: pool, taskList, logger, concurrency: 3, noHandleSignals: true })
  }
}

async function live(day: Day): Promise<void> {
  const database = `shop_${day.seed}_${process.pid}_${++lives}`
  await admin.query(`create database ${database}`)
  const url = new URL(databaseUrl)
  url.pathname = database
  await makeTables(url.href)
  const db = new Pool({ connectionString: url.href })
  // It ends before its connections do, and dropping the database cuts what is left of them.
  db.on("error", () => {})
  databases.set(database, db)
  const all = async (query: string) => (await db.query(query)).rows
  const count = async (from: string) => Number((await all(`select count(*) as n from ${from}`))[0].n)

  type Recorder = (event: WebhookEvent, tx: ClientBase) => Promise<void>
  const receiver = (name: string, events: readonly WebhookEventType[], record: Recorder) =>
    day.receiver(
      name,
      ({ secret }) => {
        const life = begin(url.href)
        const store = postgresStore(life.pool)
        const handler = createWebhookHandler({
          secret,
          store,
          onError: () => {},
          onEvent: (event, { tx }) => record(event, tx),
        })
        return Object.assign(handler, { life })
      },
      { events, crash: ({ life }) => end(life) },
    )
  receiver("mail", ["email.sent", "email.delivered", "email.bounced", "email.complained"], recordMail)
  receiver("replies", ["email.received"], recordReply)
  const shop = day.process("shop", () => begin(url.href), { crash: end })
  day.process(
    "worker",
    ({ clientOptions }) => {
      const mas = new Mas(clientOptions)
      const life = begin(url.href, mas)
      void work(life, mas)
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
    const twice = await all("select event_id from mail_events group by event_id having count(*) > 1")
    return (await count(ends)) === checkouts && twice.length === 0
  })
  day.eventually("customers are imported", async () => (await count(`uploads where imported = ${customers}`)) === 1)
  day.eventually("the newsletter is sent", async () => (await count("newsletters where sent_at is not null")) === 1)

  /** As a browser does whose customer presses the button again: until there is an answer. */
  async function insist(request: (life: Life) => Promise<unknown>): Promise<void> {
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
for (const [name, db] of databases) {
  await db.end()
  await admin.query(`drop database ${name} with (force)`)
}
await admin.end()
