// Fails: The file has every contact → 200 of 253 in the first night
import { appendFileSync, writeFileSync } from "node:fs"

const headers = { Authorization: `Bearer ${process.env.MAS_API_KEY}` }
writeFileSync("contacts.csv", "id,email\n")
for (let page = 1; ; page++) {
  const response = await fetch(`${process.env.MAS_BASE_URL}/v1/my/contacts?limit=100&page=${page}`, { headers })
  const contacts = response.ok ? await response.json() : []
  if (contacts.length === 0) break
  for (const { id, email } of contacts) appendFileSync("contacts.csv", `${id},${email}\n`)
}
