// Holds one mail in DATABASE_FILE, approves it and releases it. Killed at any step and started again, it completes that.
import { CallHeldError, Mas } from "../../../sdk/index.ts"
import { createOutbox } from "../../../sdk/outbox/index.ts"
import { openForMany } from "../../webhooks/stores/sqlite.ts"

const { DATABASE_FILE: file = "", MISTAKE: mistake } = process.env
const outbox = createOutbox({ db: openForMany(file) })
await outbox.migrate()
const message = { channel: "email", to: "ada@example.test", subject: "Hi", html: "<p>Hello</p>" } as const
const by = { who: "ana", from: "terminal of laptop" }
const id = "offer-17"
await new Mas({ hold: outbox }).messages.send(message, { idempotencyKey: id }).catch((error: unknown) => {
  if (!(error instanceof CallHeldError)) throw error
})
const { hash } = await outbox.approvals.get(id)
await outbox.approvals.approve(id, hash, by)
const mas = new Mas({ maxRetries: 0 })
await outbox.approvals.release(
  id,
  hash,
  ({ body }, hold) => {
    // As if each hand-over had a key of its own.
    const idempotencyKey = mistake === "new key" ? `${id}-${process.pid}` : id
    const options = mistake === "new key" ? { idempotencyKey } : { idempotencyKey, hold }
    return mas.messages.send(JSON.parse(body ?? ""), options)
  },
  by,
)
