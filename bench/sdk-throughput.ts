/**
 * Requests per second of the client, over bare `undici.request` with an Agent: 50 JSON POSTs at a time to a `node:http`
 * server in another process. The two take turns; the result is the median of the ratios.
 *
 *     node scripts/build.mjs --if-stale && npx tsx bench/sdk-throughput.ts
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { Agent, Pool, request } from "undici"
import type * as Sdk from "../sdk/index.ts"

// As programs run it; `tsx` would make it slower by keeping names.
const built = new URL("../dist/index.js", import.meta.url).href
const { fetchTransport, Mas, nodeHttpTransport }: typeof Sdk = await import(built)

const concurrency = 50
const perTurn = 5_000
const turns = 21

const response = JSON.stringify({
  id: 1,
  brand_id: 1,
  channel: "email",
  to: "ada@example.test",
  subject: "Receipt 1001",
  status: "queued",
  source_type: null,
  created_at: "2026-11-20T10:00:00.000Z",
})
const serverSource = `
  const response = ${JSON.stringify(response)}
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(response) }
  require("node:http").createServer((req, res) => {
    req.resume().on("end", () => res.writeHead(201, headers).end(response))
  }).listen(0, "127.0.0.1", function () { console.log(this.address().port) })
`
const server = spawn(process.execPath, ["-e", serverSource], { stdio: ["ignore", "pipe", "inherit"] })
const [port] = await once(server.stdout, "data")
const baseUrl = `http://127.0.0.1:${String(port).trim()}`

const message = {
  channel: "email",
  to: "ada@example.test",
  subject: "Receipt 1001",
  html: "<p>Thank you for your order.</p>",
} as const
const apiKey = "maskey_live_mock"
const agent = new Agent()
const pool = new Pool(baseUrl)
const mas = new Mas({ baseUrl, apiKey })
const overHttp = new Mas({ baseUrl, apiKey, transport: nodeHttpTransport() })
const overFetch = new Mas({ baseUrl, apiKey, transport: fetchTransport(fetch) })
const key = "mas-00000000-0000-4000-8000-000000000000"

async function bare(dispatcher: Agent | Pool): Promise<unknown> {
  const { statusCode, body } = await request(`${baseUrl}/v1/my/messages`, {
    dispatcher,
    method: "POST",
    headers: {
      accept: "application/json",
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify(message),
  })
  if (statusCode !== 201) throw new Error(`status ${statusCode}`)
  return body.json()
}

function* rows(count: number) {
  for (let id = 0; id < count; id++) yield { ...message, id }
}
const options = { key: ({ id }: { readonly id: number }) => id, message: () => message, concurrency }
async function sendEach(): Promise<void> {
  for await (const { error } of mas.messages.sendEach(rows(perTurn), options)) if (error) throw error
}

const cases = {
  "undici.request, Agent": () => bare(agent),
  "mas-sdk": () => mas.messages.send(message),
  "mas.messages.sendEach": sendEach,
  "undici.request, Pool": () => bare(pool),
  "mas-sdk over node:http": () => overHttp.messages.send(message),
  "mas-sdk over fetch": () => overFetch.messages.send(message),
} satisfies Record<string, () => PromiseLike<unknown>>
type Case = keyof typeof cases

/** Requests per second in one turn: of a repeated call, or of one call that sends many rows. */
async function turn(send: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now()
  if (send === sendEach) await send()
  else {
    let left = perTurn
    const worker = async () => {
      while (left-- > 0) await send()
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
  }
  return (perTurn / (performance.now() - start)) * 1_000
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

const floor: Case = "undici.request, Agent"
const rates = new Map<string, number[]>()
const ratios = new Map<string, number[]>()
const only = process.argv.slice(2)
const chosen = Object.entries(cases).filter(([name]) => name === floor || only.length === 0 || only.includes(name))
for (let count = -3; count < turns; count++) {
  let base = 0
  for (const [name, send] of chosen) {
    const rate = await turn(send)
    if (name === floor) base = rate
    if (count < 0) continue
    rates.set(name, [...(rates.get(name) ?? []), rate])
    ratios.set(name, [...(ratios.get(name) ?? []), rate / base])
  }
}
for (const [name] of chosen) {
  const rate = Math.round(median(rates.get(name) ?? [])).toLocaleString("en")
  console.log(
    `${name.padEnd(24)} ${rate.padStart(8)} requests/s   ${median(ratios.get(name) ?? []).toFixed(2)} of the floor`,
  )
}
/** Memory in use, in MiB, after sending `count` rows to a service that responds at once. */
async function heapAfter(count: number): Promise<number> {
  const transport = { name: "none", send: async () => ({ status: 201, headers: {}, text: response }) }
  const nowhere = new Mas({ baseUrl, apiKey, transport })
  for await (const { error } of nowhere.messages.sendEach(rows(count), options)) if (error) throw error
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}
if (globalThis.gc) {
  const [some, million] = [await heapAfter(10_000), await heapAfter(1_000_000)]
  console.log(`sendEach, memory: ${some.toFixed(1)} MiB after 10,000 rows, ${million.toFixed(1)} after a million`)
}
await Promise.all([agent.close(), pool.close(), mas.close(), overHttp.close()])
server.kill()
