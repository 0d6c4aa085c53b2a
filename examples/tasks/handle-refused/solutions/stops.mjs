// Fails: Each good address has its invoice once → busy@example.test got 0 messages, not one; ben@example.test got 0 messages, not one
// Fails: An address that bounces gets one message, and no more → gone@example.test got 0 messages, not one
// Fails: bad-addresses.txt has each bad address once → it has: none
// Fails: It ends well → exit code 1
import { readFile, writeFile } from "node:fs/promises"
import { idempotencyKey, Mas } from "mas-sdk"

const mas = new Mas()
const invoices = JSON.parse(await readFile("invoices.json", "utf8"))
const bad = new Set()
for await (const { email, reason } of mas.suppressions.list({ limit: 100 })) {
  if (reason.endsWith("bounce")) bad.add(email)
}

for (const { id, email } of invoices) {
  if (bad.has(email)) continue
  const invoice = { channel: "email", to: email, subject: `Invoice ${id}`, body: "Please pay within 14 days." }
  await mas.messages.send(invoice, { idempotencyKey: idempotencyKey("invoice", id) })
}
await writeFile("bad-addresses.txt", [...bad, ""].join("\n"))
