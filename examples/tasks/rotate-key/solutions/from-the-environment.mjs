// Fails: It sends with the key of key.txt → job 1 was not done; job 1 has no message
// Fails: It sends with the new key, once the old one is revoked → job 2 is lost; job 3 is lost
// Fails: It runs to the end of its jobs → exit code 1
import { createInterface } from "node:readline"
import { idempotencyKey, Mas } from "mas-sdk"

const mas = new Mas()

for await (const line of createInterface({ input: process.stdin })) {
  const { id, to, text } = JSON.parse(line)
  const message = { channel: "email", to, subject: `Job ${id}`, body: text }
  await mas.messages.send(message, { idempotencyKey: idempotencyKey("job", id) })
  console.log(`sent ${id}`)
}
