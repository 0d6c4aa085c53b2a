import { parseArgs } from "node:util"
import { simulate } from "../test/simulation/simulate.ts"

// Usage: npm run simulate -- [--seed S] [--runs N] [--steps K]
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "1000" },
    steps: { type: "string", default: "40" },
  },
})
const [seed, runs, steps] = [Number(values.seed), Number(values.runs), Number(values.steps)]
const broken: number[] = []
let attempts = 0
let time = 0
for (let run = seed; run < seed + runs; run++) {
  try {
    const report = await simulate(run, steps)
    attempts += report.attempts
    time += report.time
  } catch (error) {
    broken.push(run)
    console.error(error instanceof Error ? error.message : error)
  }
  if ((run - seed + 1) % 500 === 0) console.log(`${run - seed + 1} seeds, ${broken.length} broken`)
}
const days = Math.round(time / 86_400_000)
console.log(`${runs} seeds from ${seed}: ${broken.length} broken, ${attempts} webhook attempts, ${days} virtual days`)
process.exitCode = broken.length === 0 ? 0 : 1
