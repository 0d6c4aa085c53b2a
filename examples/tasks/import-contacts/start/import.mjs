import { createReadStream } from "node:fs"
import { Mas } from "mas-sdk"

const mas = new Mas()
const file = createReadStream("customers.csv")
console.log(`To do: import ${file.path} into ${(await mas.account.get()).name}`)
