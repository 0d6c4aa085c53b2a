// Fails: The lines are in order → an id is lower than the one before it
import { appendFileSync, writeFileSync } from "node:fs"
import { Mas } from "mas-sdk"

const mas = new Mas()
writeFileSync("contacts.csv", "id,email\n")
const { totalPages } = await mas.contacts.list({ limit: 100 })
for (let page = totalPages; page > 0; page--) {
  const { items } = await mas.contacts.list({ limit: 100, page })
  for (const { id, email } of items) appendFileSync("contacts.csv", `${id},${email}\n`)
}
