import { execFileSync } from "node:child_process"
import { parseArgs } from "node:util"
import { ensureGenerated } from "../lib/generated.mjs"
import { root } from "../lib/run.mjs"
import { type Mutant, mutantsOf, shuffled } from "./draw.ts"
import { judge, withFault } from "./judge.ts"
import { nearest } from "./nearest.ts"
import { reachOfTests } from "./reach/index.ts"
import { accepted, isReasonOf } from "./survivors.ts"

// Usage: npm run mutants:sample -- [--count N] [--seed S] [--skip N] [--of PATH]
// Plants small faults drawn by lot over all that is hand-written, one at a time, and has `npm test` look for each: those test
// files that reach its line, the likeliest first, then of `npm test -- --all` those that are named like its file. It changes the
// files of this folder while it runs, so it wants a clone of its own. `--of cli/output` draws of these files alone.
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    skip: { type: "string", default: "0" },
    of: { type: "string", default: "" },
  },
})
/** How many of the slow tests look for what lives. */
const few = 4

const filesOf = (...folders: string[]) =>
  execFileSync("git", ["ls-files", ...folders], { cwd: root, encoding: "utf8" }).split("\n")
const handWritten = filesOf("sdk", "cli", "mock-server").filter(
  (file) => /\.tsx?$/.test(file) && !/\.gen\.ts$/.test(file) && file.startsWith(values.of),
)
const allTests = filesOf("test").filter((file) => file.endsWith(".test.ts"))
const isSlow = (file: string) => file.endsWith(".slow.test.ts")

if (execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }) !== "")
  throw new Error("There are changes here that are not committed: use a clone")
await ensureGenerated()
const drawn = shuffled(await mutantsOf(handWritten), Number(values.seed))
console.log(`${drawn.length} faults in all that is hand-written`)
const reach = await reachOfTests(allTests.filter((file) => !isSlow(file)))
const counts = { found: 0, endless: 0, alive: 0, excused: 0 }
for (const mutant of drawn.slice(Number(values.skip), Number(values.skip) + Number(values.count))) await tell(mutant)
const { found, endless, alive, excused } = counts
const percent = (100 * found) / (found + endless + alive)
console.log(`${percent.toFixed(1)} % found (${found}; ${endless} endless, ${alive} alive, ${excused} excused)`)

/** Says and counts what becomes of a fault. */
async function tell(mutant: Mutant): Promise<void> {
  const { fileName: file, location, replacement } = mutant
  const slow = nearest(file, allTests.filter(isSlow)).slice(0, few)
  const started = performance.now()
  const { from, failure } = await withFault(mutant, () => judge(mutant, reach, slow))
  const isExcused = failure === undefined && accepted.some(isReasonOf({ file, from, replacement }))
  const verdict = isExcused ? "excused" : failure === undefined ? "alive" : failure === "endless" ? "endless" : "found"
  counts[verdict]++
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(
    `${verdict} ${file}:${location.start.line + 1} (${seconds} s)\n- ${from}\n+ ${replacement.replaceAll("\n", " ").slice(0, 120)}`,
  )
  if (verdict === "found") console.log(`  by ${failure}`)
}
