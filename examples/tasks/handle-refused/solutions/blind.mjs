// Fails: An address that bounces gets one message, and no more → gone@example.test got 2 messages, not one
// Fails: bad-addresses.txt has each bad address once → it has: carla@
import { readFile, writeFile } from "node:fs/promises"
import { idempotencyKey, Mas } from "mas-sdk"

const mas = new Mas()
const invoices = JSON.parse(await readFile("invoices.json", "utf8"))
const bad = new Set()

for (const { id, email } of invoices) {
  if (bad.has(email)) continue
  const invoice = { channel: "email", to: email, subject: `Invoice ${id}`, body: "Please pay within 14 days." }
  try {
    await mas.messages.send(invoice, { idempotencyKey: idempotencyKey("invoice", id) })
  } catch (error) {
    if (error.status === 422) bad.add(email)
    else console.error(`Invoice ${id} goes out the next night: ${error.message}`)
  }
}
await writeFile("bad-addresses.txt", [...bad, ""].join("\n"))
