import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { ensureGenerated } from "../lib/generated.mjs"
import { root } from "../lib/run.mjs"
import { type Mutant, mutantsOf, shuffled } from "./draw.ts"
import { type Failure, lookLate, lookQuickly, withFault } from "./judge.ts"
import { reachOfTests } from "./reach/index.ts"
import { accepted, isReasonOf } from "./survivors.ts"

// Usage: npm run mutants:sample -- [--count N] [--seed S] [--skip N] [--of PATH]
// Plants small faults drawn by lot over all that is hand-written, one at a time, and has the tests of `npm test` look for each
// that reach its line: first those that run it as source, the likeliest first; for what lives then, those that run the built
// package or read the sources. It changes the files of this folder while it runs, so it wants a clone of its own. `--of cli`
// draws of these files alone.
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    skip: { type: "string", default: "0" },
    of: { type: "string", default: "" },
  },
})

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" })
const handWritten = git("ls-files", "sdk", "cli", "mock-server")
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.gen\.ts$/.test(file) && file.startsWith(values.of))
const tests = git("ls-files", "test")
  .split("\n")
  .filter((file) => file.endsWith(".test.ts") && !file.endsWith(".long.test.ts"))

if (git("status", "--porcelain") !== "") throw new Error("There are changes here that are not committed: use a clone")
await ensureGenerated()
const drawn = shuffled(await mutantsOf(handWritten), Number(values.seed))
console.log(`${drawn.length} faults in all that is hand-written`)
const reach = await reachOfTests(tests)
const counts = { found: 0, endless: 0, alive: 0, excused: 0 }
const living: Mutant[] = []
for (const mutant of drawn.slice(Number(values.skip), Number(values.skip) + Number(values.count))) {
  const failure = await withFault(mutant, () => lookQuickly(mutant, reach))
  if (failure === undefined) living.push(mutant)
  tell(mutant, failure, "lives so far")
}
for (const mutant of living) {
  const failure = await withFault(mutant, () => lookLate(mutant, reach))
  const isExcused =
    failure === undefined && accepted.some(isReasonOf({ ...mutant, file: mutant.fileName, from: lineOf(mutant) }))
  if (failure === undefined) counts[isExcused ? "excused" : "alive"]++
  tell(mutant, failure, isExcused ? "excused" : "alive")
}
const { found, endless, alive, excused } = counts
const percent = (100 * found) / (found + endless + alive)
console.log(`${percent.toFixed(1)} % found (${found}; ${endless} endless, ${alive} alive, ${excused} excused)`)

function lineOf({ fileName, location }: Mutant): string {
  return readFileSync(join(root, fileName), "utf8").split("\n")[location.start.line]?.trim() ?? ""
}

/** Says what has become of a fault, and counts it where it was found. */
function tell(mutant: Mutant, failure: Failure, otherwise: string): void {
  const verdict = failure === undefined ? otherwise : failure === "endless" ? "endless" : "found"
  if (verdict === "found" || verdict === "endless") counts[verdict]++
  const { fileName, location, replacement } = mutant
  console.log(`${verdict} ${fileName}:${location.start.line + 1}\n- ${lineOf(mutant)}`)
  console.log(`+ ${replacement.replaceAll("\n", " ").slice(0, 120)}${verdict === "found" ? `\n  by ${failure}` : ""}`)
}
