// Copies every contact of the brand into a file: npx tsx sync.ts contacts
import { Mas } from "mas-sdk"
import { Copy } from "./copy.ts"

const mas = new Mas({ maxRetries: 5 })
const copy = new Copy(process.argv[2] ?? "contacts")

for (let { page } = copy.progress; page !== null; page = copy.progress.page) {
  const { lastId, total } = copy.progress
  let found = await mas.contacts.list({ limit: 100, page })
  const count = found.totalCount ?? 0
  // Deleted rows moved later rows to earlier pages: go back to the page of the last copied row.
  while (count < total && page > 1 && (found.items[0]?.id ?? Infinity) > lastId) {
    page -= 1
    found = await mas.contacts.list({ limit: 100, page })
  }
  const rows = found.items.filter(({ id }) => id > lastId)
  copy.add(rows, { page: found.nextPage, lastId: rows.at(-1)?.id ?? lastId, total: count })
  console.log(`Page ${page}: ${rows.length} contacts`)
}
copy.close()
console.log("Complete")
