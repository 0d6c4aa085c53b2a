import { defineConfig } from "vitest/config"
import { base, unit } from "../vitest.config.ts"

/**
 * The tests for mutation testing, see `scripts/stryker.config.mjs`. A mutant may be in a module's top-level code, so each test
 * file reloads its modules.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    ...unit,
    setupFiles: [...base.test.setupFiles, ...unit.setupFiles],
    globalSetup: [],
    isolate: true,
  },
})
