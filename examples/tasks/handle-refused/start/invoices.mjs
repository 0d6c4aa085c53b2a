import { readFile } from "node:fs/promises"

const invoices = JSON.parse(await readFile("invoices.json", "utf8"))

for (const { id, email } of invoices) {
  console.log(`To do: invoice ${id} for ${email}`)
}
