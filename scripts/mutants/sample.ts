import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { ensureGenerated } from "../lib/generated.mjs"
import { root, run, tool } from "../lib/run.mjs"
import { ensureStryker } from "./stryker.ts"
import { accepted, isReasonOf } from "./survivors.ts"

// Usage: npm run mutants:sample -- [--count N] [--seed S] [--skip N]
// Plants small faults drawn by lot over all that is hand-written, one at a time, and has `npm test` look for each: first the
// tests that import the file, then all. It changes the files of this folder while it runs, so it wants a clone of its own.
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    skip: { type: "string", default: "0" },
  },
})

/** A small fault: what a stretch of a file's text becomes. */
interface Mutant {
  readonly file: string
  readonly source: string
  readonly line: number
  readonly from: string
  readonly replacement: string
  /** The file with the fault. */
  readonly mutated: string
}

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" })
const handWritten = () =>
  git("ls-files", "sdk", "cli", "mock-server")
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.gen\.ts$/.test(file))

/** Every small fault that Stryker knows of these files. */
async function mutantsOf(files: readonly string[]): Promise<Mutant[]> {
  const { Instrumenter } = await import(tool("@stryker-mutator/instrumenter/dist/src/index.js"))
  const silent = new Proxy({}, { get: () => () => false })
  const sources = new Map(files.map((name) => [name, readFileSync(join(root, name), "utf8")]))
  const described = [...sources].map(([name, content]) => ({ name, content, mutate: true }))
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true }
  const { mutants } = await new Instrumenter(silent).instrument(described, options)
  return mutants.map(({ fileName: file, location: { start, end }, replacement }: Found) => {
    const source = sources.get(file) ?? ""
    const lines = source.split("\n")
    const at = (line: number, column: number) =>
      lines.slice(0, line).reduce((length, text) => length + text.length + 1, 0) + column
    const mutated = source.slice(0, at(start.line, start.column)) + replacement + source.slice(at(end.line, end.column))
    return { file, source, line: start.line + 1, from: lines[start.line]?.trim() ?? "", replacement, mutated }
  })
}
type Place = { readonly line: number; readonly column: number }
type Found = { fileName: string; replacement: string; location: { readonly start: Place; readonly end: Place } }

/** Moves things drawn by lot to the front: the same for the same seed. */
function shuffle<T>(items: T[], seed: number): T[] {
  let state = seed
  for (let left = items.length; left > 1; left--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const [chosen, last] = [Math.floor((state / 2 ** 32) * left), left - 1]
    const [one, other] = [items[chosen], items[last]]
    if (one !== undefined && other !== undefined) [items[chosen], items[last]] = [other, one]
  }
  return items.reverse()
}

/** Whether a test fails, and which was the first; longer than this, and it is taken for endless. */
const patience = 900_000
async function firstFailure(args: readonly string[]): Promise<string | undefined> {
  const started = performance.now()
  const { code, output } = await run(process.execPath, [tool("vitest/vitest.mjs"), ...args, "--bail=1"], {
    env: { NO_COLOR: "1" },
    timeout: patience,
  })
  if (code === 0) return undefined
  if (performance.now() - started >= patience) return "endless"
  return /^ *FAIL +(.*)$/m.exec(output)?.[1] ?? "what is built or loaded"
}

if (git("status", "--porcelain") !== "") throw new Error("There are changes here that are not committed: use a clone")
await ensureGenerated()
await ensureStryker()
const drawn = shuffle(await mutantsOf(handWritten()), Number(values.seed))
console.log(`${drawn.length} faults in all that is hand-written`)
const counts = { found: 0, endless: 0, alive: 0, excused: 0 }
for (const mutant of drawn.slice(Number(values.skip), Number(values.skip) + Number(values.count))) {
  const { file, source, line, from, replacement, mutated } = mutant
  const path = join(root, file)
  writeFileSync(path, mutated)
  const failure = (await firstFailure(["related", path, "--run"])) ?? (await firstFailure(["run"]))
  writeFileSync(path, source)
  const isExcused = failure === undefined && accepted.some(isReasonOf(mutant))
  const verdict = isExcused ? "excused" : failure === undefined ? "alive" : failure === "endless" ? "endless" : "found"
  counts[verdict]++
  console.log(`${verdict} ${file}:${line}\n- ${from}\n+ ${replacement.replaceAll("\n", " ").slice(0, 120)}`)
  if (verdict === "found") console.log(`  by ${failure}`)
}
const { found, endless, alive, excused } = counts
const percent = (100 * found) / (found + endless + alive)
console.log(`${percent.toFixed(1)} % found (${found}; ${endless} endless, ${alive} alive, ${excused} excused)`)
