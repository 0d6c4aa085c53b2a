import { parseArgs } from "node:util"
import { type FuzzReport, fuzz } from "../test/fuzz/fuzz.ts"

// Usage: npm run fuzz -- [--requests N] [--seed S]
// Sends random requests to the mock server in this process. The same seed gives the same requests.
const { values } = parseArgs({
  options: { requests: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } },
})

const number = (name: "requests" | "seed"): number => {
  const value = Number(values[name])
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new Error(`--${name} must be a whole number from 1, such as --${name} 100000; not ${values[name]}`)
}
const seed = number("seed")
const started = performance.now()

function progressText({ requests, sequences, statuses, wrong }: FuzzReport): string {
  const seconds = (performance.now() - started) / 1_000
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  const outcome = wrong === undefined ? "nothing wrong" : "one went wrong"
  const rate = Math.round(requests / seconds)
  return `${requests} requests in ${sequences} sequences from seed ${seed}, ${Math.round(seconds)} s, ${rate} a second: ${outcome} (${counts.join(", ")})`
}

let loggedAt = 0
const report = await fuzz({
  seed,
  requests: number("requests"),
  onProgress: (progress) => {
    if (progress.requests - loggedAt < 50_000) return
    loggedAt = progress.requests
    console.log(progressText(progress))
  },
})
if (report.wrong !== undefined) console.error(report.wrong)
console.log(progressText(report))
process.exitCode = report.wrong === undefined ? 0 : 1
