import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { z } from "zod"
import { ensureGenerated } from "./lib/generated.mjs"
import { root, run, tool } from "./lib/run.mjs"
import { rooms } from "./mutants/rooms.ts"
import { ensureStryker } from "./mutants/stryker.ts"
import { accepted, isReasonOf, type Survivor } from "./mutants/survivors.ts"

// Usage: npm run mutants -- [room ...] [--concurrency N]
// Plants every small fault that Stryker knows into a room, one at a time, and has the room's tests find it. Those that none
// finds are shown, unless scripts/mutants/survivors.json gives the reason why they are no fault.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: "string", default: "2" } },
})
const names = positionals.length > 0 ? positionals : Object.keys(rooms)
for (const name of names) {
  if (!(name in rooms)) throw new Error(`There is no room "${name}": choose of ${Object.keys(rooms).join(", ")}`)
}

const place = z.object({ line: z.number(), column: z.number() })
const mutantSchema = z.object({
  status: z.string(),
  mutatorName: z.string(),
  replacement: z.string().default(""),
  location: z.object({ start: place, end: place }),
})
const reportSchema = z.object({
  files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(mutantSchema) })),
})
type Mutant = z.infer<typeof mutantSchema> & { readonly file: string; readonly from: string }

/** Living mutants without those that have a reason, and reasons that no mutant needs: each is for one. */
function excuse(mutants: readonly Mutant[]): { alive: Mutant[]; idle: Survivor[] } {
  const idle = accepted.filter(({ file }) => mutants.some((one) => one.file === file))
  const alive = mutants.filter(isAlive).filter((one) => {
    const at = idle.findIndex(isReasonOf(one))
    if (at >= 0) idle.splice(at, 1)
    return at < 0
  })
  return { alive, idle }
}

/** What became of every mutant of some files, or parts of files, by tests: all of them, or those that reach it. */
async function judge(name: string, mutate: readonly string[], coverageAnalysis: "perTest" | "off"): Promise<Mutant[]> {
  const folder = join(root, "node_modules/.cache/mas-sdk/mutants")
  mkdirSync(folder, { recursive: true })
  const [config, report] = [join(folder, `${name}.config.json`), join(folder, `${name}.${coverageAnalysis}.json`)]
  const settings = {
    mutate,
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "scripts/mutants/vitest.config.ts", related: false },
    reporters: ["json", "progress"],
    jsonReporter: { fileName: report },
    concurrency: Number(values.concurrency),
    coverageAnalysis,
    // A busy machine is no endless loop.
    timeoutMS: 20_000,
    tempDirName: join(folder, "sandbox"),
    ignorePatterns: ["dist", "examples"],
  }
  writeFileSync(config, JSON.stringify(settings))
  const { code } = await run(process.execPath, [tool("@stryker-mutator/core/bin/stryker.js"), "run", config], {
    stdio: "stderr",
    env: { MUTANTS_TESTS: rooms[name]?.tests.join(" ") },
  })
  if (code !== 0) throw new Error(`Stryker ended with ${code}`)
  const { files } = reportSchema.parse(JSON.parse(readFileSync(report, "utf8")))
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split("\n")
    return mutants.map((each) => ({ ...each, file, from: lines[each.location.start.line - 1]?.trim() ?? "" }))
  })
}

const isAlive = ({ status }: Mutant) => status === "Survived" || status === "NoCoverage"
const identity = ({ file, location, replacement }: Mutant) => JSON.stringify([file, location, replacement])
/** Where a mutant is, in Stryker's words, which count columns from 0 there. */
const rangeOf = ({ file, location: { start, end } }: Mutant) =>
  `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`

/**
 * Every mutant of a room with what became of it. First those tests judge it that seemed to reach it, which is quick; one
 * that lives is judged by all tests of the room, since which reach it is not told reliably by this Vitest.
 */
async function mutate(name: string): Promise<Mutant[]> {
  const first = await judge(name, rooms[name]?.mutate ?? [], "perTest")
  const living = excuse(first).alive
  if (living.length === 0) return first
  const second = new Map((await judge(name, living.map(rangeOf), "off")).map((one) => [identity(one), one]))
  return first.map((one) => (isAlive(one) ? (second.get(identity(one)) ?? one) : one))
}

await ensureGenerated()
await ensureStryker()
let isEnough = true
for (const name of names) {
  const mutants = await mutate(name)
  const count = (status: string) => mutants.filter((one) => one.status === status).length
  const [killed, timedOut] = [count("Killed"), count("Timeout")]
  const { alive, idle } = excuse(mutants)
  const excused = mutants.filter(isAlive).length - alive.length
  const percent = (100 * killed) / (killed + timedOut + alive.length)
  for (const { file, location, from, replacement } of alive) {
    console.log(`${file}:${location.start.line}\n- ${from}\n+ ${replacement.replaceAll("\n", " ")}\n`)
  }
  console.log(
    `${name}: ${percent.toFixed(1)} % killed (${killed}; ${timedOut} timed out, ${alive.length} alive, ${excused} excused)\n`,
  )
  for (const { file, from, to } of idle)
    console.log(`${file}\n  ${from}\n  ${to}\nneeds no reason any more: it does not live.\n`)
  isEnough &&= percent >= 92 && idle.length === 0
}
if (!isEnough) process.exitCode = 1
