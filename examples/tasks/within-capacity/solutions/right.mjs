import { readFile, rm, writeFile } from "node:fs/promises"
import { Mas } from "mas-sdk"

const mas = new Mas()
const people = JSON.parse(await readFile("people.json", "utf8"))
await rm("resume-at.txt", { force: true })

const sending = mas.messages.sendEach(people, {
  key: ({ id }) => ["moving", id],
  message: ({ email }) => ({ channel: "email", to: email, subject: "We are moving", body: "From Monday on." }),
  concurrency: 1,
})
for await (const { error } of sending) {
  if (error?.errorCode === "sending_capacity_reached") {
    await writeFile("resume-at.txt", error.retryAt.toISOString())
    break
  }
  if (error) console.error(error.message)
}
