// Fails: Nobody gets two → person-0@example.test got 2 messages, not one; person-1@example.test got 2 messages, not one; person-2@example.test got 2 messages, not one, and 7 more likewise
import { readFile, rm, writeFile } from "node:fs/promises"
import { Mas } from "mas-sdk"

const mas = new Mas()
const people = JSON.parse(await readFile("people.json", "utf8"))
await rm("resume-at.txt", { force: true })

for (const { email } of people) {
  try {
    await mas.messages.send({ channel: "email", to: email, subject: "We are moving", body: "From Monday on." })
  } catch (error) {
    if (error.errorCode !== "sending_capacity_reached") throw error
    await writeFile("resume-at.txt", error.retryAt.toISOString())
    break
  }
}
