/**
 * Memory of the mock server after 200,000 mixed requests over HTTP and 20 resets, over its memory before them, warmed
 * up and reset.
 *
 *     npm run bench -- mock-soak
 *     node --import tsx bench/mock-soak.ts <requests> <resets>
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { Pool } from "undici"
import { mixedRequest } from "./support/mixed-requests.ts"

const [requests = 200_000, resets = 20] = process.argv.slice(2).map(Number)
const sideBySide = 32
const warmUps = 3
const reach = 1.1

/** Starts the server; its first message is its address. */
async function start(): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(fileURLToPath(new URL("support/soak-server.ts", import.meta.url)), {
    execArgv: ["--expose-gc", "--import", "tsx"],
  })
  const [{ url }] = await once(child, "message")
  return { child, url }
}

async function memoryOf(child: ChildProcess): Promise<number> {
  child.send("memory")
  const [bytes] = await once(child, "message")
  return bytes
}

/** Sends a range of requests, several at a time; returns the number of responses by status class. */
async function send(pool: Pool, url: string, from: number, to: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  let next = from
  const worker = async () => {
    while (next < to) {
      const { path, init } = mixedRequest(next++)
      const response = await fetch(`${url}${path}`, { ...init, dispatcher: pool } as RequestInit)
      await response.arrayBuffer()
      const hundred = Math.floor(response.status / 100)
      statuses.set(hundred, (statuses.get(hundred) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, worker))
  return statuses
}

async function control(url: string, path: string, body: object = {}): Promise<void> {
  const response = await fetch(`${url}/_mock/${path}`, { method: "POST", body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`)
}

const { child, url } = await start()
const pool = new Pool(url, { connections: sideBySide })
const each = Math.floor(requests / resets)
const total = new Map<number, number>()
let first = 0
let fullest = 0

// The first rounds warm up, so that compiled code and permanent data exist before the first measurement.
for (let round = -warmUps; round < resets; round++) {
  const statuses = await send(pool, url, (round + warmUps) * each, (round + warmUps + 1) * each)
  if (round >= 0) for (const [hundred, count] of statuses) total.set(hundred, (total.get(hundred) ?? 0) + count)
  await control(url, "clock/advance", { by: "1h" })
  if (round === resets - 1) fullest = await memoryOf(child)
  await control(url, "reset")
  if (round === -1) first = await memoryOf(child)
}
const last = await memoryOf(child)
await pool.close()
child.send("close")

const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
const answered = [...total].sort().map(([hundred, count]) => `${hundred}xx ${count.toLocaleString("en-US")}`)
console.log(`${requests.toLocaleString("en-US")} requests (${answered.join(", ")}) and ${resets} resets`)
console.log(`held before, warmed up and reset, ${mib(first)}, with ${each} requests' records ${mib(fullest)}`)
console.log(`after the last reset ${mib(last)}: ${(last / first).toFixed(3)} times, reach ${reach}`)
if (last > first * reach || total.has(5)) process.exitCode = 1
