import { readFile } from "node:fs/promises"
import { createInterface } from "node:readline"
import { idempotencyKey, Mas } from "mas-sdk"

const mas = new Mas({ token: async () => (await readFile("key.txt", "utf8")).trim() })

for await (const line of createInterface({ input: process.stdin })) {
  const { id, to, text } = JSON.parse(line)
  const message = { channel: "email", to, subject: `Job ${id}`, body: text }
  await mas.messages.send(message, { idempotencyKey: idempotencyKey("job", id) })
  console.log(`sent ${id}`)
}
