import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { z } from "zod"
import { ensureGenerated } from "./lib/generated.mjs"
import { runNpm } from "./lib/install.mjs"
import { root, run, tool } from "./lib/run.mjs"
import { rooms } from "./mutants/rooms.ts"

// Usage: npm run mutants -- [room ...] [--concurrency N]
// Plants every small fault that Stryker knows into a room, one at a time, and has the room's tests find it. Those that none
// finds are shown, unless scripts/mutants/survivors.json gives the reason why they are no fault.
const version = "9.6.1"
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: "string", default: "2" } },
})
const names = positionals.length > 0 ? positionals : Object.keys(rooms)
for (const name of names) {
  if (!(name in rooms)) throw new Error(`There is no room "${name}": choose of ${Object.keys(rooms).join(", ")}`)
}

const place = z.object({ line: z.number(), column: z.number() })
const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          status: z.string(),
          mutatorName: z.string(),
          replacement: z.string().default(""),
          location: z.object({ start: place, end: place }),
        }),
      ),
    }),
  ),
})
/** A mutant that no test finds, and why it is no fault: `from` is the line that it is in. */
const survivorSchema = z.object({ file: z.string(), from: z.string(), to: z.string(), why: z.string().min(1) })
type Survivor = Omit<z.infer<typeof survivorSchema>, "why">

const accepted = z
  .array(survivorSchema)
  .parse(JSON.parse(readFileSync(join(root, "scripts/mutants/survivors.json"), "utf8")))
const isAccepted = (one: Survivor) =>
  accepted.some(({ file, from, to }) => file === one.file && from === one.from && to === one.to)

interface Score {
  killed: number
  /** Found because the test did not end. */
  timedOut: number
  excused: number
  readonly alive: (Survivor & { readonly line: number })[]
}

function scoreOf(report: z.infer<typeof reportSchema>): Score {
  const score: Score = { killed: 0, timedOut: 0, excused: 0, alive: [] }
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    const lines = source.split("\n")
    for (const { status, replacement, location } of mutants) {
      const { line } = location.start
      const one = { file, line, from: lines[line - 1]?.trim() ?? "", to: replacement }
      if (status === "Killed") score.killed++
      else if (status === "Timeout") score.timedOut++
      else if (status === "Survived" || status === "NoCoverage") {
        if (isAccepted(one)) score.excused++
        else score.alive.push(one)
      }
    }
  }
  return score
}

async function mutate(name: string): Promise<Score> {
  const folder = join(root, "node_modules/.cache/mas-sdk/mutants")
  mkdirSync(folder, { recursive: true })
  const [config, report] = [join(folder, `${name}.config.json`), join(folder, `${name}.json`)]
  const { mutate: mutated = [], tests = [] } = rooms[name] ?? {}
  const settings = {
    mutate: mutated,
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "scripts/mutants/vitest.config.ts", related: false },
    reporters: ["json", "progress"],
    jsonReporter: { fileName: report },
    concurrency: Number(values.concurrency),
    // Every test of the room for every mutant: which tests reach which is not told reliably by this Vitest.
    coverageAnalysis: "off",
    // A busy machine is no endless loop.
    timeoutMS: 20_000,
    tempDirName: join(folder, "sandbox"),
    ignorePatterns: ["dist", "examples", "docs"],
  }
  writeFileSync(config, JSON.stringify(settings))
  const { code } = await run(process.execPath, [tool("@stryker-mutator/core/bin/stryker.js"), "run", config], {
    stdio: "stderr",
    env: { MUTANTS_TESTS: tests.join(" ") },
  })
  if (code !== 0) throw new Error(`Stryker ended with ${code}`)
  return scoreOf(reportSchema.parse(JSON.parse(readFileSync(report, "utf8"))))
}

await ensureGenerated()
if (!existsSync(tool("@stryker-mutator/vitest-runner"))) {
  const runner = ["@stryker-mutator/core", "@stryker-mutator/vitest-runner"].map((name) => `${name}@${version}`)
  // Beside what package.json asks for: half a thousand files that no other command needs.
  const { code, output } = await runNpm(["install", "--no-save", "--no-audit", "--no-fund", ...runner])
  if (code !== 0) throw new Error(`Stryker cannot be installed:\n${output}`)
}
let isEnough = true
for (const name of names) {
  const { killed, timedOut, excused, alive } = await mutate(name)
  const percent = (100 * killed) / (killed + timedOut + alive.length)
  for (const { file, line, from, to } of alive)
    console.log(`${file}:${line}\n- ${from}\n+ ${to.replaceAll("\n", " ")}\n`)
  console.log(
    `${name}: ${percent.toFixed(1)} % killed (${killed}; ${timedOut} timed out, ${alive.length} alive, ${excused} excused)\n`,
  )
  isEnough &&= percent >= 92
}
if (!isEnough) process.exitCode = 1
