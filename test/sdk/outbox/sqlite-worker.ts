// Sends the outbox of DATABASE_FILE until it is killed. UNCOMMITTED: a message to add in a transaction that stays open.
import { Mas } from "../../../sdk/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { openForMany } from "../../webhooks/stores/sqlite.ts"
import { type Mistake, mistakes } from "./mistakes.ts"

const { DATABASE_FILE: file = "", UNCOMMITTED: message, MISTAKE: mistake } = process.env
const db = openForMany(file)

if (message) {
  db.exec("begin immediate")
  createOutbox({ db }).add(db, JSON.parse(message), { key: "uncommitted" })
  setInterval(() => {}, 60_000)
} else {
  const { messages } = new Mas({ maxRetries: 0 })
  const send = messages.send.bind(messages)
  const { sender }: Mistake = mistakes[mistake as keyof typeof mistakes] ?? {}
  const mas = { messages: { send: sender?.(send, async (sql) => db.exec(sql)) ?? send } }
  void createOutbox({ mas, db, longestWait: 200 }).poll({ every: 50, lease: 2_000, concurrency: 5 })
}
console.log("Working")
