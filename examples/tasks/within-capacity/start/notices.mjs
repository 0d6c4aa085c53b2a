import { readFile } from "node:fs/promises"

const people = JSON.parse(await readFile("people.json", "utf8"))

for (const { id, email } of people) {
  console.log(`To do: the notice to ${email}, who has the id ${id}`)
}
