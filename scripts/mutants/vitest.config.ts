import { defineConfig } from "vitest/config"
import { base } from "../../vitest.config.ts"

const { test, ...rest } = base
// What builds the package: mutants are judged as source.
const { globalSetup: _, ...own } = test

/** The tests that judge the mutants of a room: `npm run mutants` names them. Isolated: what a mutant breaks as it is loaded is loaded anew. */
export default defineConfig({
  ...rest,
  test: {
    ...own,
    isolate: true,
    runner: "scripts/mutants/runner.ts",
    // What never comes fails a test in `npm test`, too, only later. The slowest of these takes some 100 ms.
    testTimeout: 5_000,
    hookTimeout: 5_000,
    teardownTimeout: 2_000,
    include: (process.env.MUTANTS_TESTS ?? "").split(" "),
  },
})
