// Fails: The file has every contact → 100 of 253 in the first night; 100 of 273 in the second night
import { writeFile } from "node:fs/promises"
import { Mas } from "mas-sdk"

const { items } = await new Mas().contacts.list({ limit: 10_000 })
await writeFile("contacts.csv", ["id,email", ...items.map(({ id, email }) => `${id},${email}`), ""].join("\n"))
