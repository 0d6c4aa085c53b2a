// Fails: Nobody gets two, although it was killed on the way → some got two
import { appendFileSync, createReadStream, writeFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { Mas } from "mas-sdk"

async function* people() {
  for await (const line of createInterface({ input: createReadStream("people.ndjson") })) yield JSON.parse(line)
}

const mas = new Mas()
writeFileSync("refused.ndjson", "")
for await (const person of people()) {
  const message = { channel: "email", to: person.email, subject: "Spring is here", body: "Come by!" }
  try {
    await mas.messages.send(message)
  } catch (error) {
    if (error.disposition === "final") appendFileSync("refused.ndjson", `${JSON.stringify(person)}\n`)
  }
}
