import { defineConfig } from "vitest/config"
import { base } from "../../../vitest.config.ts"

/** Runs the tests in this folder, in one worker: each must fail. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ["test/support/planted/*.planted.ts"], maxWorkers: 1 },
})
