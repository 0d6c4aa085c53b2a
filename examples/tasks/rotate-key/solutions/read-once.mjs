// Fails: It sends with the new key, once the old one is revoked → job 2 is lost; job 3 is lost
// Fails: It runs to the end of its jobs → exit code 1
import { readFile } from "node:fs/promises"
import { createInterface } from "node:readline"
import { idempotencyKey, Mas } from "mas-sdk"

const mas = new Mas({ apiKey: (await readFile("key.txt", "utf8")).trim() })

for await (const line of createInterface({ input: process.stdin })) {
  const { id, to, text } = JSON.parse(line)
  const message = { channel: "email", to, subject: `Job ${id}`, body: text }
  await mas.messages.send(message, { idempotencyKey: idempotencyKey("job", id) })
  console.log(`sent ${id}`)
}
