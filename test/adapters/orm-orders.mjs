// Places an order with each ORM, by the programs of the documents, once committed and once rolled back. Prints what was added.
import { EntitySchema, MikroORM } from "@mikro-orm/postgresql"
import { PrismaPg } from "@prisma/adapter-pg"
import { drizzle } from "drizzle-orm/node-postgres"
import knex from "knex"
import { Kysely, PostgresDialect } from "kysely"
import { createOutbox } from "mas-sdk/outbox"
import pg from "pg"
import postgres from "postgres"
import { Sequelize } from "sequelize"
import { DataSource } from "typeorm"
import { PrismaClient } from "./generated/client.ts"

const url = process.argv[2]
const orders = new EntitySchema({
  name: "Order",
  tableName: "orders",
  properties: { id: { type: "int", primary: true } },
})
const pool = new pg.Pool({ connectionString: url })

/** How each ORM connects, and how it closes. */
const orms = {
  prisma: () => new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) }),
  drizzle: () => drizzle(new pg.Pool({ connectionString: url })),
  kysely: () => new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) }),
  knex: () => knex({ client: "pg", connection: url }),
  typeorm: () => new DataSource({ type: "postgres", url }).initialize(),
  "mikro-orm": async () => (await MikroORM.init({ clientUrl: url, entities: [orders], debug: false })).em.fork(),
  sequelize: () => new Sequelize(url, { logging: false }),
  "postgres-js": () => postgres(url),
}

await pool.query("create table orders (id int primary key)")
const outbox = createOutbox({ pool })
await outbox.migrate()
const failing = {
  ...outbox,
  async add(...args) {
    await outbox.add(...args)
    throw new Error("a later step failed")
  },
}
const receipt = { channel: "email", to: "ada@example.test", subject: "Your receipt", body: "Thank you" }
const outcomes = {}
let id = 0
for (const [name, connect] of Object.entries(orms)) {
  const { placeOrder } = await import(`./${name}.ts`)
  const db = await connect()
  const [committedId, lost] = [++id, ++id]
  await placeOrder(db, outbox, committedId, receipt)
  const error = await placeOrder(db, failing, lost, receipt).catch((reason) => reason.message)
  const { rows } = await pool.query("select id from orders where id in ($1, $2)", [committedId, lost])
  const waiting = (await outbox.stats()).waiting
  outcomes[name] = { error, isKept: rows.length === 1 && rows[0].id === committedId, waiting }
}
console.log(JSON.stringify(outcomes))
process.exit()
