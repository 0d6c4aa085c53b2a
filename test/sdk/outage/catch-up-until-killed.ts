// Catches up into a database, and is killed at an event, before or after its work. Options come from the environment.
import Database from "better-sqlite3"
import { Mas } from "../../../sdk/index.ts"
import { sqliteStore } from "../../../sdk/stores/index.ts"

const { FILE = "", SINCE = "", KILL_AT = "", KILL_WHEN = "" } = process.env
const db = new Database(FILE)
const store = sqliteStore(db)
await store.migrate()
db.exec("create table if not exists told (event text)")
db.exec("create table if not exists bounces (event text primary key, address text)")
const die = () => process.kill(process.pid, "SIGKILL")

const missed = new Mas().catchUp({ since: SINCE, store, types: ["email.bounced"], lease: 300 })
let at = 0
for await (const event of missed) {
  if (event.type !== "email.bounced") continue
  const isLast = String(++at) === KILL_AT
  if (isLast && KILL_WHEN === "before") die()
  db.prepare("insert into told values (?)").run(event.id)
  db.prepare("insert or ignore into bounces values (?, ?)").run(event.id, event.data.to)
  if (isLast) die()
}
console.log(JSON.stringify(missed.account))
