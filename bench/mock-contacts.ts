import { fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as wait } from "node:timers/promises"
import { limits } from "../sdk/contract/core/limits.ts"

/** A million contacts: import speed, memory per contact, and the cost of a late page and of a search. */

interface Memory {
  /** Live bytes after garbage collection. */
  readonly bytes: number
  /** Resident memory before the collection. */
  readonly rss: number
}

const contacts = 1_000_000
const headers = { Authorization: "Bearer maskey_live_mock" }
const number = (value: number, digits = 0) => value.toLocaleString("en-US", { maximumFractionDigits: digits })

/** Starts a mock server in another process. */
async function startServer(...flags: string[]) {
  const child = fork(new URL("./support/contacts-server.ts", import.meta.url), [], {
    execArgv: ["--expose-gc", "--import", "tsx", ...flags],
  })
  async function response<T>(question?: string): Promise<T> {
    const answered = once(child, "message")
    if (question !== undefined) child.send(question)
    const [message] = await answered
    return message
  }
  return {
    url: await response<string>(),
    memory: () => response<Memory>("memory"),
    /** Microseconds since the server began. */
    cpu: () => response<number>("cpu"),
    end: () => child.send("end"),
  }
}

type Server = Awaited<ReturnType<typeof startServer>>

async function* csv(rows: number, pad = ""): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder()
  yield utf8.encode("email,first_name,last_name,opt_in\n")
  for (let row = 0; row < rows; ) {
    let text = ""
    for (const end = Math.min(rows, row + 5_000); row < end; row++) {
      text += `contact${row}${pad}@example.test,Ada,"Lovelace, ${row % 1_000}",yes\n`
    }
    yield utf8.encode(text)
  }
}

/** Uploads a file and waits until it is imported; returns the seconds. */
async function importFile({ url }: Server, file: Blob): Promise<number> {
  const form = new FormData()
  form.set("resource", "contacts")
  form.set("options", '{"list_ids":[1]}')
  form.set("file", file, "contacts.csv")
  const began = performance.now()
  const created = await fetch(`${url}/v1/my/imports`, { method: "POST", headers, body: form })
  let row = (await created.json()) as { id: number; status: string; success_rows: number }
  while (row.status === "pending" || row.status === "processing") {
    await wait(100)
    row = (await (await fetch(`${url}/v1/my/imports/${row.id}`, { headers })).json()) as typeof row
  }
  if (row.status !== "complete" || row.success_rows === 0) throw new Error(`Not imported: ${JSON.stringify(row)}`)
  return (performance.now() - began) / 1_000
}

async function blobOf(chunks: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: BlobPart[] = []
  for await (const chunk of chunks) parts.push(chunk.slice())
  return new Blob(parts)
}

/** CPU of the server for one request, in microseconds. */
async function cpuOf({ url, cpu }: Server, path: string, requests: number): Promise<number> {
  const before = await cpu()
  for (let i = 0; i < requests; i++) await (await fetch(url + path, { headers })).arrayBuffer()
  return ((await cpu()) - before) / requests
}

const server = await startServer()
const file = await blobOf(csv(contacts))
await importFile(server, await blobOf(csv(20_000, "-warm")))
const before = await server.memory()
const seconds = await importFile(server, file)
const after = await server.memory()
console.log(`import: ${number(contacts / seconds)} rows/s over HTTP (reach: 60,000)`)
console.log(`memory: ${number((after.bytes - before.bytes) / contacts)} bytes a contact (reach: 900)`)

const page = (n: number) => `/v1/my/contacts?limit=30&page=${n}`
const [first, late]: [number[], number[]] = [[], []]
await cpuOf(server, page(1), 1_000)
await cpuOf(server, page(30_000), 1_000)
for (let round = 0; round < 40; round++) {
  first.push(await cpuOf(server, page(1), 150))
  late.push(await cpuOf(server, page(30_000), 150))
}
const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
const ratio = median(late) / median(first)
console.log(`page 30,000 over page 1: ${number(ratio, 2)} (reach: 1.1; ${number(median(first))} µs CPU for page 1)`)

const search = (part: string) => cpuOf(server, `/v1/my/contacts?limit=30&search=${part}`, 1)
await search("tact999999")
const searches: number[] = []
// Different texts, because the last search is cached.
for (let i = 0; i < 10; i++) searches.push(await search(`tact${4_242 + 4_321 * i}`))
console.log(`search for part of an address: ${number(median(searches) / 1_000, 1)} ms of CPU (reach: 1,000)`)
const broad = await search("example")
console.log(`search for what all have: ${number(broad / 1_000)} ms of CPU`)
server.end()

// The largest allowed file, whose rows are all one contact, in a heap that is little larger than the file.
const heapMiB = 192
const small = await startServer(`--max-old-space-size=${heapMiB}`)
const line = "contact0000000@example.test,,,\n"
const rows = Math.floor(limits.importBytes / line.length) - 10
const largest = new Blob(["email,first_name,last_name,opt_in\n", line.repeat(rows)])
const took = await importFile(small, largest)
const left = await small.memory()
console.log(
  `${number(largest.size / 1024 / 1024)} MiB of CSV: ${number(took, 1)} s with a heap of ${heapMiB} MiB, ` +
    `${number(left.rss / 1024 / 1024)} MiB resident at its end, ${number(left.bytes / 1024 / 1024)} MiB alive after it`,
)
small.end()
