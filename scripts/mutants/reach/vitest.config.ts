import { defineConfig } from "vitest/config"
import { base } from "../../../vitest.config.ts"

/** Every test file in a process of its own, which keeps what of the project it runs: `npm run mutants:sample` asks for it. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    isolate: true,
    maxWorkers: 1,
    setupFiles: ["scripts/mutants/reach/setup.ts", ...base.test.setupFiles],
    // Looking costs time.
    testTimeout: 60_000,
  },
})
