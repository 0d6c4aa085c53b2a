// Fails: The file has each contact once → 253 lines are there twice
import { appendFileSync, existsSync, writeFileSync } from "node:fs"
import { Mas } from "mas-sdk"

if (!existsSync("contacts.csv")) writeFileSync("contacts.csv", "id,email\n")
for await (const { id, email } of new Mas().contacts.list({ limit: 100 })) {
  appendFileSync("contacts.csv", `${id},${email}\n`)
}
