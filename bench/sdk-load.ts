/**
 * CPU time of `require("mas-sdk")` over `node -e 0`: medians, measured in turns. Uses the built package.
 *
 *     node scripts/build.mjs --if-stale && npx tsx bench/sdk-load.ts
 */
import { spawnSync } from "node:child_process"

const rounds = 41
const reach = 15
const report = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)"
const cases = {
  "node -e 0": "0",
  "require mas-sdk": 'require("mas-sdk")',
  "require mas-sdk and make a client": 'new (require("mas-sdk").Mas)({ baseUrl: "https://api.example.test" })',
  "import mas-sdk": 'await import("mas-sdk")',
  "require mas-sdk/webhooks": 'require("mas-sdk/webhooks")',
}

/** Milliseconds of CPU from the start of the process to the end of the program. */
function measure(program: string): number {
  const type = program.startsWith("await") ? ["--input-type=module"] : ["--input-type=commonjs"]
  const { stdout, stderr, status } = spawnSync(process.execPath, [...type, "-e", `${program};${report}`], {
    encoding: "utf8",
  })
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

const times = new Map<string, number[]>()
for (let round = -3; round < rounds; round++) {
  for (const [name, program] of Object.entries(cases)) {
    const time = measure(program)
    if (round >= 0) times.set(name, [...(times.get(name) ?? []), time])
  }
}
const floor = median(times.get("node -e 0") ?? [])
for (const [name, values] of times) {
  console.log(
    `${name.padEnd(36)} ${median(values).toFixed(1).padStart(6)} ms   +${(median(values) - floor).toFixed(1)} ms`,
  )
}
const added = median(times.get("require mas-sdk") ?? []) - floor
console.log(`require("mas-sdk") adds ${added.toFixed(1)} ms of CPU, of at most ${reach} ms`)
if (added > reach) process.exitCode = 1
