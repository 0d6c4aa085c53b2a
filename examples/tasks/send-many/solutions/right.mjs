import { appendFileSync, createReadStream, writeFileSync } from "node:fs"
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
for await (const { input, error } of sending) {
  if (error?.isRefusal) appendFileSync("refused.ndjson", `${JSON.stringify(input)}\n`)
  else if (error) process.exitCode = 1 // for the next run
}
