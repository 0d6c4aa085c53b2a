/**
 * What the tracing channels cost a client: CPU of JSON POSTs, 50 at a time, to a bare local server in a process of its own.
 * The same client is there twice, once built without tracing as for other platforms. The cases take short turns in one
 * process; the median of the turns' ratios counts.
 *
 *     npx tsx bench/sdk-tracing.ts
 */
import { spawn } from "node:child_process"
import { tracingChannel } from "node:diagnostics_channel"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import type { Mas, TracedAttempt } from "../sdk/index.ts"

const concurrency = 50
const perTurn = 100
const turns = Number(process.argv[2] ?? 101)

const serverSource = `
  const answer = JSON.stringify({ id: 1, brand_id: 1, channel: "email", to: "ada@example.test", status: "queued" })
  const headers = { "content-type": "application/json", "content-length": answer.length }
  require("node:http").createServer((req, res) => {
    req.resume().on("end", () => res.writeHead(201, headers).end(answer))
  }).listen(0, "127.0.0.1", function () { console.log(this.address().port) })
`
const server = spawn(process.execPath, ["-e", serverSource], { stdio: ["ignore", "pipe", "inherit"] })
const [port] = await once(server.stdout, "data")
const options = { baseUrl: `http://127.0.0.1:${String(port).trim()}`, apiKey: "maskey_live_mock" }

const folder = mkdtempSync(join(process.cwd(), "generated", "bench-"))

/** A client of its own bundle. */
async function client(name: string, isTraced: boolean): Promise<Mas> {
  const { outputFiles } = await build({
    stdin: { contents: 'export { Mas } from "./sdk/index.ts"', resolveDir: process.cwd() },
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    write: false,
    plugins: [
      {
        name: "without tracing",
        setup({ onResolve }) {
          if (isTraced) return
          onResolve({ filter: /\/trace\.ts$/ }, ({ resolveDir }) => ({ path: join(resolveDir, "trace.portable.ts") }))
        },
      },
    ],
  })
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, outputFiles[0]?.contents ?? "")
  const bundled: { Mas: typeof Mas } = await import(pathToFileURL(file).href)
  return new bundled.Mas(options)
}

// Several copies of each: two copies of the very same code differ by more than what is measured, as the compiler has it.
const copies = [0, 1, 2, 3, 4, 5, 6, 7]
const untraced = await Promise.all(copies.map((copy) => client(`untraced-${copy}`, false)))
const traced = await Promise.all(copies.map((copy) => client(`traced-${copy}`, true)))

let attempts = 0
const channels = [tracingChannel("mas-sdk:call"), tracingChannel<object, TracedAttempt>("mas-sdk:attempt")] as const
const ignore = () => {}
const count = ({ operation, status }: TracedAttempt) => {
  if (operation === "messages.send" && status === 201) attempts += 1
}
const listeners = { start: ignore, end: ignore, asyncStart: ignore, asyncEnd: count, error: ignore }

const message = { channel: "email", to: "ada@example.test", subject: "Receipt 1001", html: "<p>Thank you</p>" } as const

/** CPU of one turn, in microseconds a request. */
async function turn(mas: Mas): Promise<number> {
  let left = perTurn
  const worker = async () => {
    while (left-- > 0) await mas.messages.send(message)
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: concurrency }, worker))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / perTurn
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The median cost of the traced clients over the others, all in turn, forwards and backwards: what drifts cancels out. */
async function measure(name: string, reach: number): Promise<void> {
  const ratios: number[] = []
  const floors: number[] = []
  for (let round = -30; round < turns; round++) {
    const order = copies.flatMap((copy) => [untraced[copy], traced[copy]])
    if (round % 2 === 0) order.reverse()
    const costs = new Map<Mas | undefined, number>()
    for (const mas of order) if (mas) costs.set(mas, await turn(mas))
    if (round < 0) continue
    const [floor, cost] = [untraced, traced].map((all) => sum(all.map((mas) => costs.get(mas) ?? Number.NaN)))
    floors.push((floor ?? Number.NaN) / copies.length)
    ratios.push((cost ?? Number.NaN) / (floor ?? Number.NaN))
  }
  const ratio = median(ratios)
  console.log(`${name}: ${ratio.toFixed(3)} of ${median(floors).toFixed(1)} µs of CPU a request, of at most ${reach}`)
  if (ratio > reach) process.exitCode = 1
}

await measure("no subscriber", 1.01)
for (const channel of channels) channel.subscribe(listeners as never)
await measure("one subscriber of both channels", 1.05)
if (attempts === 0) throw new Error("Nothing was told")
await Promise.all([...untraced, ...traced].map((mas) => mas.close()))
rmSync(folder, { recursive: true })
server.kill()
