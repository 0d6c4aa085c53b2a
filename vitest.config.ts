import { availableParallelism } from "node:os"
import { configDefaults, defineConfig } from "vitest/config"

/** Set by `npm test -- --all`: also what is slow by nature. */
const all = Boolean(process.env.MAS_ALL)

export default defineConfig({
  // The command line starts the mock server by its public name.
  resolve: { alias: { "mas-sdk/mock-server": new URL("mock-server/index.ts", import.meta.url).pathname } },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: all ? configDefaults.exclude : [...configDefaults.exclude, "**/*.slow.test.ts"],
    setupFiles: ["test/support/setup.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    // One set of modules for each worker: building every schema anew for each file would be most of the time.
    isolate: false,
    // Left to itself, Vitest keeps one core free, on two cores the second half.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
