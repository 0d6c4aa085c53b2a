// Fails: It ends well then → exit code 1
// Fails: resume-at.txt has the time that the service named → it is empty or missing
import { readFile, rm } from "node:fs/promises"
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
  if (error) throw error
}
