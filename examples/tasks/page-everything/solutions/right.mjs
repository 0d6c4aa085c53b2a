import { rename, writeFile } from "node:fs/promises"
import { Mas } from "mas-sdk"

const mas = new Mas()

async function* lines() {
  yield "id,email\n"
  for await (const { id, email } of mas.contacts.list({ limit: 100 })) yield `${id},${email}\n`
}

await writeFile("contacts.csv.part", lines())
await rename("contacts.csv.part", "contacts.csv")
