/**
 * Events per second that one process handles with each store, over a bare receiver on the same database that verifies a
 * signature and writes the same row. Requests go over HTTP, 50 at a time, in turns. The databases do not lose
 * acknowledged writes (SQLite: not in a crash of the process). With Postgres and SQLite the row is written in the
 * transaction that marks the event done, and in a second measurement outside it. Databases missing on this machine are
 * skipped.
 *
 *     npm run bench -- webhook-stores
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Pool } from "undici"
import { ltsNode } from "../scripts/lib/lts.mjs"
import { signWebhook } from "../sdk/webhooks/index.ts"
import type { Engine } from "../test/support/engines/engine.ts"
import { noPostgres, startPostgres } from "../test/support/engines/postgres.ts"
import { noRedis, startRedis } from "../test/support/engines/redis.ts"

const [rounds, perTurn, parallel, reach] = [15, 1_500, 50, 0.8]
const secret = `whsec_${Buffer.from("a secret of this benchmark").toString("base64")}`
const body = JSON.stringify({
  type: "email.delivered",
  timestamp: "2026-11-20T10:00:00.000Z",
  data: { message_id: 48_213, to: "ada.lovelace@example.com", subject: "Your receipt for order 1001", tags: {} },
})

interface Receiver {
  readonly child: ChildProcess
  readonly pool: Pool
}

const program = fileURLToPath(new URL("support/webhook-receiver.mjs", import.meta.url))
type Way = "bare" | "in its transaction" | "beside it"
async function start(kind: string, address: string, way: Way, execPath: string): Promise<Receiver> {
  const env = { ...process.env, MAS_WEBHOOK_SECRET: secret }
  const child = fork(program, [kind, address, way], { execPath, execArgv: [], env })
  const [url] = await once(child, "message")
  return { child, pool: new Pool(url, { connections: parallel, pipelining: 1 }) }
}

async function cpuOf({ child }: Receiver): Promise<number> {
  child.send("cpu")
  const [microseconds] = await once(child, "message")
  return microseconds
}

let sent = 0
/** Wall time and receiver CPU per event, in seconds. */
async function turn(receiver: Receiver): Promise<[wall: number, cpu: number]> {
  let left = perTurn
  async function lane() {
    while (left-- > 0) {
      const headers = { "content-type": "application/json", ...signWebhook({ id: `evt_${++sent}`, body, secret }) }
      const response = await receiver.pool.request({ method: "POST", path: "/", headers, body })
      await response.body.dump()
      if (response.statusCode !== 200) throw new Error(`An event got ${response.statusCode}`)
    }
  }
  const [before, started] = [await cpuOf(receiver), performance.now()]
  await Promise.all(Array.from({ length: parallel }, lane))
  return [(performance.now() - started) / perTurn / 1e3, ((await cpuOf(receiver)) - before) / perTurn / 1e6]
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function compare(kind: string, address: string, way: Way, node: string = process.execPath): Promise<void> {
  const [bare, store] = [await start(kind, address, "bare", node), await start(kind, address, way, node)]
  const turns: [bare: [number, number], store: [number, number]][] = []
  for (let round = -2; round < rounds; round++) {
    const both: [[number, number], [number, number]] = [await turn(bare), await turn(store)]
    if (round >= 0) turns.push(both)
  }
  for (const { child, pool } of [bare, store]) {
    await pool.close()
    child.disconnect()
  }
  const ratio = (which: 0 | 1) => median(turns.map(([base, own]) => base[which] / own[which]))
  const rate = Math.round(1 / median(turns.map(([, own]) => own[0]))).toLocaleString("en")
  const verdict = ratio(0) >= reach ? "" : `, short of ${reach}`
  console.log(
    `${`${kind}, ${way}`.padEnd(34)} ${rate.padStart(6)} events/s, ${ratio(0).toFixed(2)} of the bare receiver${verdict} (by CPU ${ratio(1).toFixed(2)})`,
  )
  if (verdict !== "") process.exitCode = 1
}

async function compareOn(
  absent: string | undefined,
  startEngine: () => Promise<Engine>,
  kinds: readonly string[],
  ways: readonly Way[],
  heading: string,
) {
  console.log(heading)
  if (absent !== undefined) return console.log(absent)
  const engine = await startEngine()
  try {
    for (const kind of kinds) for (const way of ways) await compare(kind, engine.url, way)
  } finally {
    await engine.stop()
  }
}

const both = ["in its transaction", "beside it"] as const
const redis = ["node-redis", "ioredis"]
const everySecond = () => startRedis("--appendfsync", "everysec")
await compareOn(
  noRedis,
  everySecond,
  redis,
  ["beside it"],
  "Redis that writes to its file every second, as by default:",
)
await compareOn(noRedis, () => startRedis(), redis, ["beside it"], "Redis that writes to its file before it answers:")
await compareOn(noPostgres, startPostgres, ["pg", "postgres.js"], both, "Postgres:")
// Node 20 has no SQLite.
const sqliteNode = Number(process.versions.node.split(".")[0]) >= 22 ? process.execPath : await ltsNode()
if (sqliteNode === undefined) console.log("no Node with SQLite is installed or available")
else {
  console.log("SQLite:")
  const folder = mkdtempSync(join(tmpdir(), "mas-bench-"))
  for (const kind of ["node:sqlite", "better-sqlite3"]) {
    for (const way of both) await compare(kind, join(folder, `${kind.replace(":", "-")}.db`), way, sqliteNode)
  }
  rmSync(folder, { recursive: true })
}
