import { defineConfig } from "vitest/config"
import { base } from "../../../vitest.config.ts"

/** Runs the tests beside it, in one worker: each has to fail. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ["test/support/planted/*.planted.ts"], maxWorkers: 1 },
})
