// Fails: Nobody else may → ida@example.test may; kai@example.test may
// Fails: Names are as they were written → Núñez is spoilt
import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import { Mas } from "mas-sdk"

const mas = new Mas()
let [imported, refused] = [0, 0]
writeFileSync("refused.csv", "")

for (const [at, row] of readFileSync("customers.csv", "utf8").trim().split("\r\n").entries()) {
  const [email, first_name, last_name] = row.split(";")
  if (at === 0) continue
  try {
    await mas.contacts.create({ email, first_name, last_name, opt_in: true })
    imported++
  } catch (error) {
    if (error.status !== 422) throw error
    refused++
    appendFileSync("refused.csv", `${at + 1},${error.detail}\n`)
  }
}
console.log(`${imported} imported, ${refused} refused`)
