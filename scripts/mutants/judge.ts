import { spawn } from "node:child_process"
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ensureBuilt } from "../lib/build.mjs"
import { ensureGenerated } from "../lib/generated.mjs"
import { root, tool } from "../lib/run.mjs"
import { cache } from "../lib/stamp.mjs"
import { type Mutant, mutated } from "./draw.ts"
import { nearest } from "./nearest.ts"
import type { Reach, TestReach } from "./reach/index.ts"

/** What looks for a fault, one after another. */
interface Judges {
  /** Those that reach its line as source, the likeliest first. */
  readonly quick: readonly string[]
  /** Those that reach it only in the built package, or read the sources as text. */
  readonly late: readonly string[]
}

/** Read all sources, and have no line. */
const readers = /^test\/(house|types)\/|^test\/contract\/generated\./
/** What is written by the sources is what this test compares. */
const generating = "test/contract/generated.test.ts"
/** How many of those are tried first that are named like the file. */
const few = 6

export function judgesOf({ fileName, location }: Mutant, { code, tests }: Reach): Judges {
  // A line that no code begins in belongs to one before it.
  const line = code[fileName]?.findLast((one) => one <= location.start.line) ?? location.start.line
  const reaches = (lines: TestReach["lines"]) => lines[fileName]?.includes(line) ?? false
  const runsWindow = (test: string) => isOfWindow(fileName) && test.startsWith("test/dashboard/")
  const isCommandLine = fileName.startsWith("cli/")
  const isBuilt = (one: TestReach) => one.package || Object.keys(one.built).length > 0
  const all = Object.entries(tests)
  const quick = all.filter(([test, one]) => (reaches(one.lines) && !isBuilt(one)) || runsWindow(test))
  const late = all.filter(
    ([test, one]) =>
      readers.test(test) ||
      reaches(one.built) ||
      (isBuilt(one) && reaches(one.lines)) ||
      (one.package && !isCommandLine),
  )
  const names = quick.map(([test]) => test)
  const first = nearest(fileName, names).slice(0, few)
  const rest = quick.filter(([test]) => !first.includes(test)).sort(([, one], [, other]) => one.ms - other.ms)
  return {
    quick: [...first, ...rest.map(([test]) => test)],
    late: late.map(([test]) => test).filter((test) => !names.includes(test)),
  }
}

/** What a browser runs: no process here tells its lines. */
const isOfWindow = (file: string) => file.startsWith("mock-server/dashboard/")

/** A test or a step that fails, or "endless". */
export type Failure = string | undefined

interface Outcome {
  readonly code: number
  readonly output: string
  readonly isEndless: boolean
}

/** Runs test files, one after another, until one fails. What does not end within `patience` ms is killed with all that it started. */
function runTests(tests: readonly string[], patience: number): Promise<Outcome> {
  const args = [tool("vitest/vitest.mjs"), "run", "--config", "scripts/mutants/judge.config.ts"]
  const env = { ...process.env, NO_COLOR: "1", MUTANTS_TESTS: tests.join(" ") }
  const child = spawn(process.execPath, args, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  let isEndless = false
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk))
  const timer = setTimeout(() => {
    isEndless = true
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
  }, patience)
  return new Promise((resolve) =>
    child.on("close", (code) => {
      clearTimeout(timer)
      resolve({ code: code ?? 1, output, isEndless })
    }),
  )
}

/** The first of these test files that fails, twice. */
async function failureOf(tests: readonly string[], reach: Reach): Promise<Failure> {
  if (tests.length === 0) return undefined
  const expected = tests.reduce((sum, test) => sum + (reach.tests[test]?.ms ?? 0), 0)
  const patience = 120_000 + 4 * expected
  const { code, output, isEndless } = await runTests(tests, patience)
  if (isEndless) return "endless"
  if (code === 0) return undefined
  const failure = /^ *FAIL +(.*)$/m.exec(output)?.[1] ?? "what is loaded"
  const file = /^test\/\S+/.exec(failure)?.[0]
  if (file === undefined) return failure
  const again = await runTests([file], patience)
  if (again.isEndless) return "endless"
  if (again.code !== 0) return failure
  console.log(`flaky: ${failure}`)
  return failureOf(tests.slice(tests.indexOf(file) + 1), reach)
}

/** What finds the fault that is in the sources now, of the tests that run its line as source. */
export async function lookQuickly(mutant: Mutant, reach: Reach): Promise<Failure> {
  const { quick } = judgesOf(mutant, reach)
  const isGenerated = isOfWindow(mutant.fileName) || quick.includes(generating)
  if (isGenerated && (await isBroken(ensureGenerated()))) return "what is generated"
  return (await failureOf(quick.slice(0, few), reach)) ?? failureOf(quick.slice(few), reach)
}

/** The same of the others, which takes a build. */
export async function lookLate(mutant: Mutant, reach: Reach): Promise<Failure> {
  const { late } = judgesOf(mutant, reach)
  if (late.length > 0 && (await isBroken(ensureBuilt()))) return "what is built"
  return failureOf(late, reach)
}

const isBroken = (work: Promise<void>) =>
  work.then(
    () => false,
    () => true,
  )

/** What is found while a file has the fault; afterwards all is as it was, also what is generated of it. */
export async function withFault(mutant: Mutant, find: () => Promise<Failure>): Promise<Failure> {
  const [path, generated] = [join(root, mutant.fileName), join(root, "generated")]
  const source = readFileSync(path, "utf8")
  const kept = join(cache, "mutants/generated")
  await ensureGenerated()
  rmSync(kept, { recursive: true, force: true })
  cpSync(generated, kept, { recursive: true, preserveTimestamps: true })
  try {
    writeFileSync(path, mutated(source, mutant))
    return await find()
  } finally {
    writeFileSync(path, source)
    rmSync(generated, { recursive: true, force: true })
    cpSync(kept, generated, { recursive: true, preserveTimestamps: true })
  }
}
