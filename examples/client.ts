// The client at a glance. Needs a service: `npm start`, then, in this folder:
//
//   MAS_BASE_URL=http://127.0.0.1:4010 MAS_API_KEY=maskey_live_mock npx tsx client.ts
import { APIError, idempotencyKey, Mas, RateLimitError } from "mas-sdk"

const mas = new Mas() // with MAS_BASE_URL and MAS_API_KEY; or new Mas({ baseUrl, apiKey })

// Send. The key makes it safe to repeat, after a restart too: one order, one receipt.
const receipt = {
  channel: "email",
  from: "hello@acme.test",
  to: "ana@example.test",
  subject: "Your receipt",
  html: "<p>Thank you</p>",
} as const
const message = await mas.messages.send(receipt, { idempotencyKey: idempotencyKey("receipt", "order-1001") })
console.log(`Message ${message.id} is ${message.status}`)

// Import a file of any size, and wait for it.
const started = await mas.imports.create({ file: "contacts.csv", resource: "contacts" })
const done = await mas.imports.waitUntilDone(started.id, {
  onProgress: ({ status, progress_pct }) => console.log(`Import ${status}: ${progress_pct} %`),
})
console.log(`${done.success_rows} rows imported, ${done.failed_rows} refused`)

// Read one page, or iterate over all rows.
const page = await mas.contacts.list({ limit: 100 })
console.log(`${page.items.length} contacts on this page, ${page.totalCount} in all`)
let subscribed = 0
for await (const contact of mas.contacts.list({ limit: 100 })) {
  if (contact.subscribed_email) subscribed++
}
console.log(`${subscribed} of them are subscribed`)

// Errors are classes with the service's whole response.
try {
  await mas.invites.create({ email: "not an address" })
} catch (error) {
  if (error instanceof RateLimitError) console.log(`Too fast: again at ${error.retryAt}`)
  else if (error instanceof APIError) console.log(error.status, error.errorCode, error.validationErrors)
  else throw error
}
