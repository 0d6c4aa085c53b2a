import { createServer } from "node:http"
import { Redis } from "ioredis"
import { postgresStore, redisStore, sqliteStore } from "mas-sdk/stores"
import { nodeWebhookHandler, verifyWebhook } from "mas-sdk/webhooks"
import pg from "pg"
import postgres from "postgres"
import { createClient } from "redis"

// A process that receives webhooks and writes a row for each, for bench/webhook-stores.ts. `bare` only verifies and
// writes. Others use a store and write in the transaction that marks the event done, or outside it.

const [, , kind, address, way] = process.argv
const secret = process.env.MAS_WEBHOOK_SECRET
const table = "create table if not exists effects (name text)"
const insert = "insert into effects values ($1)"

const kinds = {
  async "node-redis"() {
    const client = await createClient({ url: address }).connect()
    return { store: redisStore(client), write: (id) => client.set(`effect:${id}`, "1") }
  },
  async ioredis() {
    const client = new Redis(address)
    return { store: redisStore(client), write: (id) => client.set(`effect:${id}`, "1") }
  },
  async pg() {
    const pool = new pg.Pool({ connectionString: address, max: 20 })
    await pool.query(table)
    return { store: postgresStore(pool), write: (id, tx = pool) => tx.query(insert, [id]) }
  },
  async "postgres.js"() {
    const sql = postgres(address, { onnotice() {}, max: 20 })
    await sql.unsafe(table)
    return { store: postgresStore(sql), write: (id, tx = sql) => tx`insert into effects values (${id})` }
  },
  async "node:sqlite"() {
    const { DatabaseSync } = await import("node:sqlite")
    return sqlite(new DatabaseSync(address))
  },
  async "better-sqlite3"() {
    const { default: Database } = await import("better-sqlite3")
    return sqlite(new Database(address))
  },
}

function sqlite(db) {
  db.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000; ${table}`)
  const statement = db.prepare("insert into effects values (?)")
  return { store: sqliteStore(db), write: (id) => statement.run(id) }
}

const { store, write } = await kinds[kind]()
await store.migrate()

async function bare(request, response) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const event = verifyWebhook(Buffer.concat(chunks), request.headers, secret)
  await write(event.id)
  response.writeHead(200, { "Content-Type": "text/plain" }).end("OK")
}
const ways = {
  bare: () => bare,
  "in its transaction": () => nodeWebhookHandler({ secret, store, onEvent: ({ id }, { tx }) => write(id, tx) }),
  "beside it": () => nodeWebhookHandler({ secret, store, onEvent: ({ id }) => write(id) }),
}

const server = createServer(ways[way]())
server.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}`))
process.on("message", () => {
  const { user, system } = process.cpuUsage()
  process.send(user + system)
})
process.on("disconnect", () => process.exit())
