// Fails: refused.csv has the row that cannot be imported → not line 4 alone, but nothing
// Fails: It says how many there were → not "4 imported, 1 refused", but "4 imported, 0 refused"
import { createReadStream, writeFileSync } from "node:fs"
import { Mas } from "mas-sdk"
import { contactsCsv } from "mas-sdk/contacts-csv"

const mas = new Mas()
const contacts = contactsCsv(createReadStream("customers.csv"))
const { id } = await mas.imports.create({ file: contacts, resource: "contacts" })
const done = await mas.imports.waitUntilDone(id)
writeFileSync("refused.csv", done.import_errors.map(([line, problem]) => `${line},${problem}\n`).join(""))
console.log(`${done.success_rows} imported, ${done.failed_rows} refused`)
