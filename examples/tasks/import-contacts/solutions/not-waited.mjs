// Fails: It says how many there were → not "4 imported, 1 refused", but "0 imported, 1 refused"
import { appendFileSync, createReadStream, writeFileSync } from "node:fs"
import { Mas } from "mas-sdk"
import { contactsCsv } from "mas-sdk/contacts-csv"

const mas = new Mas()
const contacts = contactsCsv(createReadStream("customers.csv"))
let [imported, refused] = [0, 0]
writeFileSync("refused.csv", "")

function refuse({ line, problem }) {
  refused++
  appendFileSync("refused.csv", `${line},${problem}\n`)
}

for await (const file of contacts.parts({ onRefused: refuse })) {
  const done = await mas.imports.create({ file, resource: "contacts" })
  imported += done.success_rows
  refused += done.failed_rows
}
console.log(`${imported} imported, ${refused} refused`)
