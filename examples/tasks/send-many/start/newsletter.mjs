import { readFile } from "node:fs/promises"

const lines = await readFile("people.ndjson", "utf8")
console.log(`To do: the newsletter for ${lines.length} characters of people`)
