// Fails: Everybody gets the newsletter → some did not
// Fails: refused.ndjson has whom the service refused → carla@ is missing
// Fails: It ends well → exit code 1
import { createReadStream, writeFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { Mas } from "mas-sdk"

async function* people() {
  for await (const line of createInterface({ input: createReadStream("people.ndjson") })) yield JSON.parse(line)
}

const mas = new Mas()
writeFileSync("refused.ndjson", "")
const sending = mas.messages.sendEach(people(), {
  key: ({ id }) => ["spring", id],
  message: ({ email }) => ({ channel: "email", to: email, subject: "Spring is here", body: "Come by!" }),
})
for await (const { error } of sending) {
  if (error) throw error
}
