import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ensureBuilt } from "./build.mjs"
import { ltsNode, ltsVersion } from "./lts.mjs"
import { packed } from "./pack.mjs"
import { runNode, tool } from "./run.mjs"

/**
 * A step of the checks. `run` returns `{ ok, output }`, with `passed` and `failed` for tests (else it counts as one),
 * and with a reason in `skipped` if it could not run.
 */
const command = (name, script, args) => ({
  name,
  async run() {
    const { code, output } = await runNode(tool(script), args)
    return { ok: code === 0, output }
  },
})

// One checker: several would each resolve the shared types again.
const oneChecker = "-p . --pretty false --checkers 1".split(" ")
export const types = command("types (TypeScript 7)", "typescript-7/bin/tsc", oneChecker)
export const lint = command("lint and format (Biome)", "@biomejs/biome/bin/biome", ["ci", "--colors=off", "."])
export const imports = command(
  "directions of imports (dependency-cruiser)",
  "dependency-cruiser/bin/dependency-cruise.mjs",
  [...["--config", "scripts/lint/layers.mjs", "--output-type", "err-long"], ...["sdk", "mock-server", "cli"]],
)
export const unused = command("unused code and dependencies (knip)", "knip/bin/knip.js", [
  "--no-progress",
  "--config",
  "scripts/knip.json",
])

export const build = {
  name: "build (ESM, CommonJS, declarations)",
  async run() {
    await ensureBuilt()
    return { ok: true, output: "" }
  },
}

/** Packs the built tree and lets publint and are-the-types-wrong check the tarball. */
export const packaging = {
  name: "package (publint, are-the-types-wrong)",
  async run() {
    const { path } = await packed()
    const [publint, attw] = await Promise.all([
      runNode(tool("publint/src/cli.js"), ["run", path, "--strict"]),
      runNode(tool("@arethetypeswrong/cli/dist/index.js"), [path, "--no-color", "--no-emoji"]),
    ])
    return { ok: publint.code === 0 && attw.code === 0, output: publint.output + attw.output }
  },
}

/** A summary of Vitest's JSON report: the counts and the failures. A file that did not load counts as one failure. */
function summary({ testResults = [], numPassedTests, numPendingTests, numTodoTests }) {
  const failures = testResults
    .filter((file) => file.status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === "failed")
      const told = failed.map((test) => `${name}: ${test.fullName}\n${test.failureMessages.join("\n")}`)
      return told.length > 0 ? told : [`${name}\n${message}`]
    })
  return {
    passed: numPassedTests,
    failed: failures.length,
    skippedTests: numPendingTests + numTodoTests,
    output: failures.map((text) => text.slice(0, 2000)).join("\n\n"),
  }
}

async function runTests(args, { node } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "mas-sdk-tests-"))
  const report = join(folder, "report.json")
  try {
    // The long run names its files, to see where it stands.
    const kind = args === quick ? "dot" : "default"
    const reporters = [`--reporter=${kind}`, "--silent=passed-only", "--reporter=json", `--outputFile.json=${report}`]
    const options = { node, stdio: "show" }
    const { code } = await runNode(tool("vitest/vitest.mjs"), ["run", ...reporters, ...args], options)
    const result = existsSync(report)
      ? summary(JSON.parse(readFileSync(report, "utf8")))
      : { passed: 0, failed: 1, output: "no report was written" }
    // An error outside any test.
    if (code !== 0 && result.failed === 0) result.failed = 1
    return { ok: result.failed === 0, ...result }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const quick = ["--project=unit", "--project=dom", "--project=smoke", "--tagsFilter=!slow"]

/** The tests of every kind with `all`, else the quick ones; with filters, the tests of any kind whose paths match. */
export const tests = (filters, all) => ({
  name: `tests (Node ${process.version}${all ? ", every kind" : ""})`,
  run: () => runTests(all || filters.length > 0 ? filters : quick),
})

/** The tests that depend on the Node version: loading the package, the client's requests, and webhook verification. */
const shipped = ["test/package/entries", "test/package/msw", "test/sdk", "test/webhooks"]
const slow = [
  "--tagsFilter=!slow",
  "--exclude=**/*.{long,release}.test.ts",
  "--exclude=test/{sdk,webhooks}/**/*.process.test.ts",
]

/** Repeats the tests of shipped code with the current LTS version of Node. */
export const ltsTests = {
  name: `tests of shipped code (Node ${ltsVersion})`,
  async run() {
    const node = await ltsNode()
    if (node) return runTests([...shipped, ...slow], { node })
    return { ok: true, output: "", skipped: "not in the npm cache, and no registry to get it from" }
  },
}
