// The main use case from end to end, over real HTTP, against its own mock server. Ends with 1 if a check fails.
//
//   npm run demo                              imports examples/contacts.csv
//   npm run demo -- my-contacts.csv           imports your own file, from any service
//   npm run demo -- --secret whsec_d3Jvbmc=   shows a failure: the receiver uses another secret
import { createReadStream } from "node:fs"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { type Contact, type Import, idempotencyKey, Mas } from "mas-sdk"
import { contactsCsv, type RefusedContactsRow } from "mas-sdk/contacts-csv"
import { startMockServer } from "mas-sdk/mock-server"
import { nodeWebhookHandler, type WebhookEvent, webhookEventTypes } from "mas-sdk/webhooks"
import { type ExpectedContact, readContacts } from "./support/read-contacts.ts"
import { startReceiver } from "./support/receiver.ts"
import { check, say, step } from "./support/report.ts"

const { values: flags, positionals } = parseArgs({ allowPositionals: true, options: { secret: { type: "string" } } })
const file = positionals[0] ?? fileURLToPath(new URL("contacts.csv", import.meta.url))

// The outcomes of simulated recipients; messages to other addresses are delivered.
const outcomes: Readonly<Record<string, readonly string[]>> = {
  "bounced@simulator.test": ["email.sent", "email.bounced"],
  "complained@simulator.test": ["email.sent", "email.delivered", "email.complained"],
  "opened@simulator.test": ["email.sent", "email.delivered", "email.opened"],
  "clicked@simulator.test": ["email.sent", "email.delivered", "email.clicked"],
  "failed@simulator.test": ["email.failed"],
}
const delivered = ["email.sent", "email.delivered"]

const server = await startMockServer({ port: 0, allowLocalWebhooks: true })
const receiver = await startReceiver()
const mas = new Mas({ apiKey: server.apiKey, baseUrl: server.url })

/** Events that the receiver's handler got. */
const events: WebhookEvent[] = []
const refusals: string[] = []
let isDown = false

async function connect() {
  step("Connect: a mock server, a client, and a receiver for webhooks")
  say(`The service listens on ${server.url}`)
  const webhook = await mas.webhooks.create({ url: receiver.url, events: webhookEventTypes })
  receiver.handler = nodeWebhookHandler({
    secret: flags.secret ?? webhook.secret,
    // The mock server's clock will move, and signatures have its time.
    now: () => new Date(server.world.clock.get().now),
    onEvent(event) {
      if (isDown) throw new Error("The database is down")
      events.push(event)
    },
    onError: (error) => refusals.push(error instanceof Error ? error.message : String(error)),
  })
  say(`Webhook ${webhook.id} goes to ${webhook.url}`)
  return webhook
}

/** Converts any service's export to this service's format, and prints unmapped columns. */
async function readExport() {
  step(`Read ${relative(process.cwd(), file)}`)
  const contacts = contactsCsv(createReadStream(file))
  const { columns } = await contacts.plan()
  for (const { header, target, dataName } of columns)
    say(`${header} goes to ${dataName ? `data, as ${dataName}` : target}`)
  const refused: RefusedContactsRow[] = []
  const chunks: Uint8Array[] = []
  for await (const part of contacts.parts({ onRefused: (row) => void refused.push(row) })) {
    for await (const chunk of part) chunks.push(chunk)
  }
  for (const { line, problem } of refused.slice(0, 3)) say(`for example, line ${line} ${problem}`)
  const csv = Buffer.concat(chunks)
  const expected = readContacts(csv)
  check(`${contacts.counts.read} rows were read`, expected.rows + refused.length, contacts.counts.read)
  check(`${refused.length} rows were refused`, contacts.counts.invalid, refused.length)
  return { csv, expected }
}

async function importContacts(csv: Uint8Array, expected: ReturnType<typeof readContacts>) {
  step("Import them")
  const list = await mas.lists.create({ name: "Customers" })
  const show = (each: Import) => say(`${each.status}: ${each.progress_pct} %, ${each.total_rows} rows`)
  const started = await mas.imports.create({
    file: csv,
    resource: "contacts",
    options: { list_ids: [list.id] },
  })
  show(started)
  const done = await mas.imports.waitUntilDone(started.id, {
    pollInterval: 20,
    timeout: 120_000,
    onProgress: show,
  })
  check("all others were imported", [done.success_rows, done.failed_rows], [expected.rows, 0])
  return list
}

async function sendMessages(addresses: string[]) {
  step(`Send ${addresses.length} messages at once, one of them over a connection that is cut after the service took it`)
  server.world.requests.clear()
  server.world.faults.add({ method: "POST", path: "/v1/my/messages", drop: "after", times: 1 })
  const sent = await Promise.all(
    addresses.map(async (to, number) => {
      const key = idempotencyKey("newsletter", number)
      const html = `<p>Hello! <a href="https://acme.test/offer">Our offer</a></p>`
      const message = { channel: "email", from: "hello@acme.test", to, subject: "News", html } as const
      const { data, response } = await mas.messages.send(message, { idempotencyKey: key }).withResponse()
      return { id: data.id, to, key, attempts: response.attempts }
    }),
  )
  const requests = server.world.requests.list({ method: "POST", path: "/v1/my/messages" })
  const { totalCount } = await mas.messages.list()
  check("one connection was cut", requests.filter(({ status }) => status === null).length, 1)
  check("that message alone took two attempts", sent.filter(({ attempts }) => attempts === 2).length, 1)
  check(`the service got ${sent.length + 1} requests`, requests.length, sent.length + 1)
  check(`and made ${sent.length} messages of them: nothing was sent twice`, totalCount, sent.length)
  check("each with an id of its own", new Set(sent.map(({ id }) => id)).size, sent.length)
  return sent
}

async function receiveWebhooks(sent: Awaited<ReturnType<typeof sendMessages>>, webhookId: number) {
  step("Receive and verify their webhooks")
  // Time does not move; this resolves when every due webhook has its response.
  await server.world.advance(0)
  const expected = sent.map(({ id, to, key }) => ({ id, to, key, types: outcomes[to] ?? delivered }))
  const got = sent.map(({ id }) => {
    const own = events.filter(({ data }) => data.message_id === id)
    const [first] = own
    return { id, to: first?.data.to, key: first?.data.idempotency_key, types: own.map(({ type }) => type) }
  })
  const inOrder = (each: { types: readonly string[] }) => ({ ...each, types: [...each.types].sort() })
  const count = expected.flatMap(({ types }) => types).length
  check("no signature was refused", refusals, [])
  check(`${count} webhooks were verified and taken`, events.length, count)
  check("each message got all its events, with its key", got.map(inOrder), expected.map(inOrder))
  const deliveries = await mas.webhooks.deliveries(webhookId).toArray()
  check("the service knows that all arrived", deliveries.filter(({ status }) => status === "delivered").length, count)
}

async function surviveOutage(webhookId: number) {
  step("Fail: the receiver breaks, and the service tries again, as the clock says")
  const { now } = await server.world.clock.set({ mode: "frozen" })
  const start = Math.floor(Date.parse(now) / 1000)
  const before = events.length
  /** The attempts of a delivery, as the receiver saw them: seconds from the start, and its response. */
  const attemptsOf = (eventId: string) =>
    receiver.received.filter(({ id }) => id === eventId).map(({ timestamp, status }) => [timestamp - start, status])

  isDown = true
  const sample = await mas.webhooks.test(webhookId, { type: "email.opened" })
  await server.world.advance("1m")
  check("refused at once, and again a minute later", attemptsOf(sample.event_id), [
    [0, 500],
    [60, 500],
  ])
  isDown = false
  await server.world.advance("5m")
  check("taken 5 minutes later", attemptsOf(sample.event_id).slice(2), [[360, 200]])
  check(
    "handed over once",
    events.slice(before).map(({ id }) => id),
    [sample.event_id],
  )

  receiver.badGateways = 1
  const again = await mas.webhooks.test(webhookId)
  await server.world.advance("1m")
  check("when a proxy loses the response, the webhook comes again", attemptsOf(again.event_id), [
    [360, 502],
    [420, 200],
  ])
  check(
    "and is handed over once",
    events.slice(before + 1).map(({ id }) => id),
    [again.event_id],
  )
}

async function readBack(listId: number, expected: ReadonlyMap<string, ExpectedContact>) {
  step("Page through all contacts")
  const contacts: Contact[] = []
  let pages = 0
  for await (const page of mas.contacts.list({ list_id: listId, limit: 100 }).pages()) {
    contacts.push(...page.items)
    pages++
  }
  say(`${pages} pages`)
  check(`${expected.size} contacts, each once`, new Set(contacts.map(({ id }) => id)).size, expected.size)
  const found = contacts.map(({ email, first_name, last_name, subscribed_email: subscribed, data }) => {
    return { email, first_name, last_name, subscribed, data }
  })
  check("each with every name and field as it is in the file", found, [...expected.values()])
}

try {
  const webhook = await connect()
  const { csv, expected } = await readExport()
  const list = await importContacts(csv, expected)
  const customers = [...expected.contacts.values()].map(({ email }) => email)
  const sent = await sendMessages([...Object.keys(outcomes), ...customers].slice(0, 50))
  await receiveWebhooks(sent, webhook.id)
  await surviveOutage(webhook.id)
  await readBack(list.id, expected.contacts)
  console.log("\nEverything was as expected.")
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await receiver.close()
  await server.close()
}
