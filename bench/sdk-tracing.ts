/**
 * The cost of tracing channels: CPU of JSON POSTs, 50 at a time, to a bare local server. Compares the client with one
 * built without tracing, as for other platforms. Each measurement runs in its own process, because two clients in one
 * process would share compiler feedback. The processes take turns; the result is the median of the ratios.
 *
 *     npx tsx bench/sdk-tracing.ts [turns]
 */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"

const turns = Number(process.argv[2] ?? 15)
const folder = mkdtempSync(join(process.cwd(), "generated", "bench-"))

/** The client as one file. */
async function client(name: string, isTraced: boolean): Promise<string> {
  const outfile = join(folder, `${name}.mjs`)
  await build({
    stdin: { contents: 'export { Mas } from "./sdk/index.ts"', resolveDir: process.cwd() },
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outfile,
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
  return outfile
}

const serverSource = `
  const answer = JSON.stringify({ id: 1, brand_id: 1, channel: "email", to: "ada@example.test", status: "queued" })
  const headers = { "content-type": "application/json", "content-length": answer.length }
  require("node:http").createServer((req, res) => {
    req.resume().on("end", () => res.writeHead(201, headers).end(answer))
  }).listen(0, "127.0.0.1", function () { console.log(this.address().port) })
`

/** Prints microseconds of CPU per request, the median of five parts; fails if the listener missed events. */
const measured = join(folder, "measured.mjs")
writeFileSync(
  measured,
  `
  import { tracingChannel } from "node:diagnostics_channel"
  const [file, baseUrl, listens] = process.argv.slice(2)
  const { Mas } = await import(file)
  const mas = new Mas({ baseUrl, apiKey: "maskey_live_mock" })
  let told = 0
  const ignore = () => {}
  const count = ({ operation, status }) => {
    if (operation === "messages.send" && status === 201) told += 1
  }
  const listeners = { start: ignore, end: ignore, asyncStart: ignore, asyncEnd: count, error: ignore }
  if (listens) for (const name of ["call", "attempt"]) tracingChannel("mas-sdk:" + name).subscribe(listeners)
  const message = { channel: "email", to: "ada@example.test", subject: "Receipt 1001", html: "<p>Thank you</p>" }
  const run = async (requests) => {
    let left = requests
    const worker = async () => {
      while (left-- > 0) await mas.messages.send(message)
    }
    const before = process.cpuUsage()
    await Promise.all(Array.from({ length: 50 }, worker))
    const { user, system } = process.cpuUsage(before)
    return (user + system) / requests
  }
  await run(5000)
  const parts = []
  for (let part = 0; part < 5; part++) parts.push(await run(4000))
  if (listens && told !== 2 * 25000) throw new Error("Received " + told + " events of calls and attempts")
  console.log(parts.sort((a, b) => a - b)[2])
  await mas.close()
`,
)

const [untraced, traced] = await Promise.all([client("untraced", false), client("traced", true)])
const server = spawn(process.execPath, ["-e", serverSource], { stdio: ["ignore", "pipe", "inherit"] })
const [port] = await once(server.stdout, "data")

function cost(file: string, ...listens: readonly string[]): number {
  const child = spawnSync(process.execPath, [measured, file, `http://127.0.0.1:${String(port).trim()}`, ...listens])
  if (child.status !== 0) throw new Error(String(child.stderr))
  return Number(child.stdout)
}

const cases = {
  "no subscriber": { run: () => cost(traced), reach: 1.01 },
  "one subscriber of both channels": { run: () => cost(traced, "listens"), reach: 1.05 },
}
const floors: number[] = []
const ratios = new Map<string, number[]>(Object.keys(cases).map((name) => [name, []]))
for (let turn = 0; turn < turns; turn++) {
  const floor = cost(untraced)
  floors.push(floor)
  for (const [name, { run }] of Object.entries(cases)) ratios.get(name)?.push(run() / floor)
}
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
for (const [name, { reach }] of Object.entries(cases)) {
  const ratio = median(ratios.get(name) ?? [])
  console.log(`${name}: ${ratio.toFixed(3)} of ${median(floors).toFixed(1)} µs of CPU a request, of at most ${reach}`)
  if (ratio > reach) process.exitCode = 1
}
rmSync(folder, { recursive: true })
server.kill()
