import { defineConfig } from "vitest/config"
import { base, unit } from "../vitest.config.ts"

/** The tests that look for mutants: `stryker.config.mjs`. A fault may be in what a module does as it loads, so each file loads anew. */
export default defineConfig({ ...base, test: { ...base.test, ...unit, globalSetup: [], isolate: true } })
