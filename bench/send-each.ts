/**
 * CPU of a row of `sendEach` with 1,000 at a time over that with 10 at a time, against a service that responds at once: with
 * V8's own size of the young generation, and with a larger one. What is under way survives its collections, which copy it
 * each time, once the calls together are larger than it: so the ratio falls with its size.
 *
 *     npm run bench -- send-each
 */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import type * as Sdk from "../sdk/index.ts"

const [rows, turns] = [10_000, 5]
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function measure(): Promise<void> {
  // As programs run it; `tsx` would make it slower by keeping names.
  const built = new URL("../dist/index.js", import.meta.url).href
  const { Mas }: typeof Sdk = await import(built)
  const response = JSON.stringify({ id: 1, status: "queued" })
  const headers = { "content-type": "application/json" }
  const mas = new Mas({
    baseUrl: "http://localhost:9",
    apiKey: "maskey_bench",
    async fetch() {
      await new Promise((resolve) => setImmediate(resolve))
      return new Response(response, { status: 201, headers })
    },
  })

  /** Microseconds of CPU of a row. */
  async function cost(concurrency: number): Promise<number> {
    const before = process.cpuUsage()
    const sending = mas.messages.sendEach(
      Array.from({ length: rows }, (_, id) => id),
      {
        key: (id) => ["bench", id],
        message: (id) => ({ channel: "email", to: `p${id}@example.test`, subject: "News", body: "Hi" }),
        concurrency,
      },
    )
    for await (const { error } of sending) if (error) throw error
    const { user, system } = process.cpuUsage(before)
    return (user + system) / rows
  }

  const found: { readonly few: number; readonly many: number }[] = []
  for (let turn = -1; turn < turns; turn++) {
    const [few, many] = [await cost(10), await cost(1_000)]
    if (turn >= 0) found.push({ few, many })
  }
  const ratio = median(found.map(({ few, many }) => many / few)).toFixed(2)
  const [few, many] = [median(found.map((one) => one.few)), median(found.map((one) => one.many))]
  console.log(`${few.toFixed(0)} µs of CPU a row with 10 at a time, ${many.toFixed(0)} with 1,000: ${ratio}`)
}

if (process.argv[2] === "measure") await measure()
else
  for (const megabytes of [16, 64]) {
    const args = [`--max-semi-space-size=${megabytes}`, "--import", "tsx", fileURLToPath(import.meta.url), "measure"]
    process.stdout.write(`semi-space of ${megabytes} MB: `)
    process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit" }).status || process.exitCode
  }
