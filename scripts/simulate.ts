import { fork } from "node:child_process"
import { parseArgs } from "node:util"
import { difference } from "../test/simulation/durable.ts"
import { planOf } from "../test/simulation/plan.ts"
import { liveTwice, smallest, tell, usualLength } from "../test/simulation/simulate.ts"
import { connectors } from "../test/simulation/ways.ts"

// Usage: npm run simulate -- [--seed S] [--runs N] [--steps K] [--processes P] [--ways]
// Runs each seed's day twice in process. With --ways it runs the day once over each transport and compares the results.
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "1000" },
    steps: { type: "string", default: String(usualLength) },
    processes: { type: "string", default: "1" },
    ways: { type: "boolean", default: false },
  },
})

/** The totals of several days. */
interface Sum {
  runs: number
  broken: number[]
  faults: number
  /** Milliseconds of virtual time. */
  time: number
  /** Seconds of CPU. */
  cpu: number
}

const number = (name: "seed" | "runs" | "steps" | "processes"): number => {
  const value = Number(values[name])
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new Error(`--${name} must be a whole number, such as --${name} 100; not ${values[name]}`)
}
const [seed, runs, steps, processes] = [number("seed"), number("runs"), number("steps"), number("processes")]
const sum: Sum = { runs: 0, broken: [], faults: 0, time: 0, cpu: 0 }
const started = performance.now()

async function runAll(): Promise<void> {
  for (let run = seed; run < seed + runs; run++) {
    if (values.ways) await compareWays(run)
    else await liveDay(run)
    sum.runs++
    sum.cpu = ownCpu()
    if (sum.runs % 500 === 0) console.log(summaryText(sum))
  }
}

async function liveDay(run: number): Promise<void> {
  const report = await liveTwice(run, steps)
  // Both runs of a day have the same faults and time, which are counted once.
  sum.faults += report.faults
  sum.time += report.time
  if (report.broken === undefined) return
  sum.broken.push(run)
  console.error(tell(await smallest(report)))
}

async function compareWays(run: number): Promise<void> {
  const found = await difference(planOf(run, steps), connectors)
  if (found === undefined) return
  sum.broken.push(run)
  console.error(`Seed ${run}: ${found}`)
}

function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

function summaryText({ runs: done, broken, faults, time, cpu }: Sum): string {
  const years = (time / (365 * 86_400_000)).toFixed(2)
  const seconds = Math.round((performance.now() - started) / 1_000)
  const named = broken.length === 0 ? "" : ` (${broken.slice(0, 20).join(", ")})`
  return `${done} seeds from ${seed} in ${seconds} s, ${Math.round(cpu)} s of CPU: ${broken.length} broken${named}, ${faults} faults, ${years} virtual years`
}

/** Distributes the seeds to processes; each reports its totals at its end. */
async function runShared(): Promise<void> {
  const share = Math.ceil(runs / processes)
  const parts = Array.from({ length: processes }, (_, index) => {
    const own = Math.max(0, Math.min(share, runs - index * share))
    const args = ["--seed", String(seed + index * share), "--runs", String(own), "--steps", String(steps)]
    const child = fork(process.argv[1] ?? "", values.ways ? [...args, "--ways"] : args)
    return new Promise<void>((resolve) => {
      child.on("message", (part: Sum) => {
        sum.runs += part.runs
        sum.broken.push(...part.broken)
        sum.faults += part.faults
        sum.time += part.time
        sum.cpu += part.cpu
      })
      child.on("exit", (code) => {
        // A process that crashed has reported nothing.
        if (code !== 0 && code !== 1) sum.broken.push(seed + index * share)
        resolve()
      })
    })
  })
  await Promise.all(parts)
}

await (processes > 1 ? runShared() : runAll())
process.send?.(sum)
console.log(summaryText(sum))
process.exitCode = sum.broken.length === 0 ? 0 : 1
if (process.connected) process.disconnect()
