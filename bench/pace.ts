/**
 * Eight processes share a pace, in Redis and in Postgres; each database is restarted during the run. Measures how much
 * of the limit they use, the share of 429 responses, and how long a read waits beside 20,000 messages. 7 minutes for
 * each at 50 a second.
 *
 *     npm run bench -- pace        MAS_PACE_RATE=50 MAS_PACE_MESSAGES=20000 MAS_PACE_WINDOW=1: with 10,000 recipients in 24 hours
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { loadavg } from "node:os"
import { fileURLToPath } from "node:url"
import { Pool } from "pg"
import { startMockServer } from "../mock-server/index.ts"
import { postgresPace } from "../sdk/stores/index.ts"
import type { Engine } from "../test/support/engines/engine.ts"
import { noPostgres, startPostgres } from "../test/support/engines/postgres.ts"
import { noRedis, startRedis } from "../test/support/engines/redis.ts"

const processes = 8
const rate = Number(process.env.MAS_PACE_RATE ?? 50)
const messages = Number(process.env.MAS_PACE_MESSAGES ?? 20_000)
const plan = process.env.MAS_PACE_WINDOW
  ? ({ plan: "free", standing: "standard" } as const)
  : ({ plan: "growth", standing: "trusted" } as const)
const program = fileURLToPath(new URL("support/pace-sender.mjs", import.meta.url))

async function measure(name: string, engine: Engine): Promise<void> {
  const answered: { readonly at: number; readonly status: number | null; readonly isMessage: boolean }[] = []
  let accepted = 0
  const server = await startMockServer({
    port: 0,
    rateLimit: rate,
    fixtures: { accounts: { main: plan } },
    onRequest({ path, status }) {
      const isMessage = path === "/v1/my/messages"
      answered.push({ at: performance.now(), status, isMessage })
      if (isMessage && status !== null && status < 300) accepted++
    },
  })
  const env = { ...process.env, MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey }
  const senders: ChildProcess[] = []
  const reads: number[] = []
  for (let started = 0; started < processes; started++) {
    const sender = fork(program, [engine.url, `${started}`, `${messages / processes}`, `${rate}`], { env })
    await once(sender, "message")
    sender.on("message", (took) => reads.push(Number(took)))
    senders.push(sender)
  }
  const begin = performance.now()
  for (const sender of senders) sender.send("go")
  const ends = senders.map((sender) => once(sender, "exit"))
  // Halfway the store is down for a moment, and the window is reset.
  let isMidst = true
  const look = setInterval(async () => {
    if (isMidst && accepted >= messages / 4) {
      isMidst = false
      await engine.kill()
      await engine.start()
    }
    if (process.env.MAS_PACE_WINDOW && accepted === 10_000) await server.world.advance("25h")
  }, 500)
  await Promise.all(ends)
  clearInterval(look)
  const end = answered.findLast(({ isMessage }) => isMessage)?.at ?? begin
  const refused = answered.filter(({ status }) => status === 429).length
  const taken = answered.filter(({ at, status }) => at >= begin && at <= end && status !== 429).length
  const seconds = (end - begin) / 1_000
  const sorted = reads.toSorted((a, b) => a - b)
  const read = (part: number) => Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN)
  const percent = (part: number) => `${(100 * part).toFixed(2)} %`
  console.log(
    `${name}: ${accepted} messages in ${seconds.toFixed(0)} s, ${percent(taken / (rate * seconds))} of ${rate} a second, ` +
      `${refused} answers of 429 (${percent(refused / answered.length)}), ` +
      `reads ${read(0.5)} ms, 99 % under ${read(0.99)}, the longest ${read(1)}; load ${loadavg()[0]?.toFixed(1)}`,
  )
  await server.close()
}

async function inPostgres(): Promise<void> {
  const engine = await startPostgres()
  const pool = new Pool({ connectionString: engine.url })
  await postgresPace(pool).migrate()
  await pool.end()
  await measure("Postgres", engine)
  await engine.stop()
}

async function inRedis(): Promise<void> {
  const engine = await startRedis()
  await measure("Redis", engine)
  await engine.stop()
}

if (!noRedis) await inRedis()
if (!noPostgres) await inPostgres()
