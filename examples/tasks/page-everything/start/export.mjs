import { writeFile } from "node:fs/promises"
import { Mas } from "mas-sdk"

const mas = new Mas()
const { items } = await mas.contacts.list()

console.log(`To do: the rest. These are ${items.length}.`)
await writeFile("contacts.csv", "id,email\n")
