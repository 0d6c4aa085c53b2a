// Fails: It sends with the new key, once the old one is revoked → job 2 is lost
import { readFile } from "node:fs/promises"
import { createInterface } from "node:readline"
import { idempotencyKey, Mas } from "mas-sdk"

const newClient = async () => new Mas({ apiKey: (await readFile("key.txt", "utf8")).trim() })
let mas = await newClient()

for await (const line of createInterface({ input: process.stdin })) {
  const { id, to, text } = JSON.parse(line)
  const message = { channel: "email", to, subject: `Job ${id}`, body: text }
  try {
    await mas.messages.send(message, { idempotencyKey: idempotencyKey("job", id) })
    console.log(`sent ${id}`)
  } catch {
    console.log(`skipped ${id}`)
    mas = await newClient()
  }
}
