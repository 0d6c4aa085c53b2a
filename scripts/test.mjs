import { ensureGenerated } from "./lib/generated.mjs"
import { ensureInstalled, ensureSqlite } from "./lib/install.mjs"
import { build, imports, lint, ltsTests, packaging, tests, types, unused } from "./lib/steps.mjs"

// Usage: npm test [-- [--all | --quick] [part of a test's path …]]
// --all adds slow tests and tests that start programs. --quick checks only types, lint and import directions.

const asked = new Set(process.argv.slice(2).filter((argument) => argument.startsWith("--")))
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))
const all = asked.delete("--all")
const quick = asked.delete("--quick")
const total = { passed: 0, failed: 0 }
/** The failures, printed last, so that they are at the end of a long log. */
const failures = []

/** Runs one step, logs its start and result, adds it to the total, and returns whether it passed. */
async function check(step) {
  const started = performance.now()
  console.log(`...     ${step.name}`)
  const result = await step.run().catch((error) => ({ ok: false, output: String(error.message ?? error) }))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (result.skipped) {
    console.log(`skipped ${step.name}: ${result.skipped}`)
    return true
  }
  const { ok, output, passed = ok ? 1 : 0, failed = ok ? 0 : 1, skippedTests } = result
  total.passed += passed
  total.failed += failed
  const skipped = skippedTests ? `, ${skippedTests} skipped` : ""
  const counted = result.passed === undefined ? "" : `: ${passed} passed, ${failed} failed${skipped}`
  console.log(`${ok ? "ok     " : "FAILED "} ${step.name}${counted} (${seconds} s)`)
  if (!ok) failures.push(`${step.name}:\n${output.trimEnd().replace(/^/gm, "    ")}`)
  return ok
}

async function inspect(...steps) {
  for (const step of steps) await check(step)
}

async function buildAndPackage() {
  if (!(await check(build)) || !all) return
  await check(packaging)
  await check(unused)
}

async function checkAll() {
  if (asked.size > 0) throw new Error(`Unknown: ${[...asked].join(" ")}. There are --all and --quick.`)
  await ensureInstalled()
  if (quick) {
    await ensureGenerated()
    return Promise.all([check(types), check(lint), check(imports)])
  }
  // Node 22 has SQLite itself.
  const needsSqlite = all || filters.length > 0 || Number.parseInt(process.versions.node) < 22
  // Two lanes for two cores; the tests come last, with the cores to themselves and the build in place.
  const generated = ensureGenerated()
  const lanes = [
    needsSqlite ? ensureSqlite() : undefined,
    generated.then(buildAndPackage),
    inspect(lint, imports)
      .then(() => generated)
      .then(() => check(types)),
  ]
  // One that fails is reported once the others have ended.
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
  await check(tests(filters, all))
  if (all && filters.length === 0) await check(ltsTests)
}

await checkAll().catch((error) => {
  total.failed += 1
  failures.push(error.message)
})
for (const failure of failures) console.log(failure)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
