import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Random } from "../../mock-server/base/random.ts"
import { ensureGenerated } from "../lib/generated.mjs"
import { root, run, tool } from "../lib/run.mjs"
import { ensureStryker } from "./stryker.ts"
import { accepted, isReasonOf } from "./survivors.ts"

// Usage: npm run mutants:sample -- [--count N] [--seed S] [--skip N]
// Plants small faults drawn by lot over all that is hand-written, one at a time, and has `npm test` look for each: first the
// few tests that are named like the file, then all, then of `npm test -- --all` those that are named like it. It changes the
// files of this folder while it runs, so it wants a clone of its own.
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    skip: { type: "string", default: "0" },
  },
})

type Place = { readonly line: number; readonly column: number }
/** A small fault: what a stretch of a file's text becomes. Lines and columns count from 0. */
interface Mutant {
  readonly fileName: string
  readonly replacement: string
  readonly location: { readonly start: Place; readonly end: Place }
}

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" })
const handWritten = () =>
  git("ls-files", "sdk", "cli", "mock-server")
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.gen\.ts$/.test(file))

/** Every small fault that Stryker knows of these files. */
async function mutantsOf(files: readonly string[]): Promise<readonly Mutant[]> {
  const { Instrumenter } = await import(tool("@stryker-mutator/instrumenter/dist/src/index.js"))
  const silent = new Proxy({}, { get: () => () => false })
  const described = files.map((name) => ({ name, content: readFileSync(join(root, name), "utf8"), mutate: true }))
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true }
  return (await new Instrumenter(silent).instrument(described, options)).mutants
}

/** A file's text with the fault. */
function mutated(source: string, { location: { start, end }, replacement }: Mutant): string {
  const lines = source.split("\n")
  const at = ({ line, column }: Place) => lines.slice(0, line).join("\n").length + (line > 0 ? 1 : 0) + column
  return source.slice(0, at(start)) + replacement + source.slice(at(end))
}

/** The same things in an order drawn by lot: the same for the same seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = new Random(seed)
  const drawn = items.map((item) => ({ item, lot: random.uint32() }))
  return drawn.sort((a, b) => a.lot - b.lot).map(({ item }) => item)
}

const allTests = git("ls-files", "test")
  .split("\n")
  .filter((file) => file.endsWith(".test.ts"))
const tests = allTests.filter((file) => !file.endsWith(".slow.test.ts"))
const wordsOf = (file: string) => file.replace(/\.(test\.)?tsx?$/, "").split(/[^a-z0-9]+/)
/** How many tests are tried first. */
const few = 8

/** The tests whose names have most in common with a file's: what is rare counts more. */
function nearest(file: string, tests: readonly string[]): string[] {
  const words = new Set(wordsOf(file))
  const weight = (word: string) => 1 / tests.filter((test) => wordsOf(test).includes(word)).length
  const score = (test: string) => wordsOf(test).reduce((sum, word) => sum + (words.has(word) ? weight(word) : 0), 0)
  return tests.toSorted((one, other) => score(other) - score(one)).slice(0, few)
}

/** Whether a test fails, and which was the first; longer than this, and it is taken for endless. */
const patience = 420_000
async function firstFailure(args: readonly string[], all: string): Promise<string | undefined> {
  const started = performance.now()
  const { code, output } = await run(process.execPath, [tool("vitest/vitest.mjs"), ...args, "--bail=1"], {
    env: { NO_COLOR: "1", MAS_ALL: all },
    timeout: patience,
  })
  if (code === 0) return undefined
  if (performance.now() - started >= patience) return "endless"
  return /^ *FAIL +(.*)$/m.exec(output)?.[1] ?? "what is built or loaded"
}

/** The same; a test that fails and then does not has found nothing. */
async function failureOf(args: readonly string[], all = ""): Promise<string | undefined> {
  const failure = await firstFailure(args, all)
  const file = failure?.match(/^test\/\S+/)?.[0]
  if (file === undefined || (await firstFailure(["run", file], all)) !== undefined) return failure
  console.log(`flaky: ${failure}`)
  return undefined
}

if (git("status", "--porcelain") !== "") throw new Error("There are changes here that are not committed: use a clone")
await ensureGenerated()
await ensureStryker()
const drawn = shuffled(await mutantsOf(handWritten()), Number(values.seed))
console.log(`${drawn.length} faults in all that is hand-written`)
const counts = { found: 0, endless: 0, alive: 0, excused: 0 }
for (const mutant of drawn.slice(Number(values.skip), Number(values.skip) + Number(values.count))) {
  const { fileName: file, location, replacement } = mutant
  const path = join(root, file)
  const source = readFileSync(path, "utf8")
  const from = source.split("\n")[location.start.line]?.trim() ?? ""
  let failure: string | undefined
  try {
    writeFileSync(path, mutated(source, mutant))
    failure =
      (await failureOf(["run", ...nearest(file, tests)])) ??
      (await failureOf(["run"])) ??
      (await failureOf(["run", ...nearest(file, allTests)], "1"))
  } finally {
    writeFileSync(path, source)
  }
  const isExcused = failure === undefined && accepted.some(isReasonOf({ file, from, replacement }))
  const verdict = isExcused ? "excused" : failure === undefined ? "alive" : failure === "endless" ? "endless" : "found"
  counts[verdict]++
  console.log(
    `${verdict} ${file}:${location.start.line + 1}\n- ${from}\n+ ${replacement.replaceAll("\n", " ").slice(0, 120)}`,
  )
  if (verdict === "found") console.log(`  by ${failure}`)
}
const { found, endless, alive, excused } = counts
const percent = (100 * found) / (found + endless + alive)
console.log(`${percent.toFixed(1)} % found (${found}; ${endless} endless, ${alive} alive, ${excused} excused)`)
