// Fails: It ends well → exit code 1
import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import { Mas } from "mas-sdk"

function* people() {
  for (const line of readFileSync("people.ndjson", "utf8").split("\n")) yield JSON.parse(line)
}

const mas = new Mas()
writeFileSync("refused.ndjson", "")
const sending = mas.messages.sendEach(people(), {
  key: ({ id }) => ["spring", id],
  message: ({ email }) => ({ channel: "email", to: email, subject: "Spring is here", body: "Come by!" }),
})
for await (const { input, error } of sending) {
  if (error?.disposition === "final") appendFileSync("refused.ndjson", `${JSON.stringify(input)}\n`)
  else if (error) process.exitCode = 1 // for the next run
}
