import { availableParallelism } from "node:os"
import { configDefaults, defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from "vitest/config"

/** What every test file gets, whatever its kind. */
export const base = {
  // The command line loads these by their public names.
  resolve: {
    alias: {
      "mas-sdk/contacts-csv": new URL("sdk/contacts-csv/index.ts", import.meta.url).pathname,
      "mas-sdk/contract": new URL("sdk/contract/index.ts", import.meta.url).pathname,
      "mas-sdk/validation": new URL("sdk/validation.ts", import.meta.url).pathname,
      "mas-sdk/outbox": new URL("sdk/outbox/index.ts", import.meta.url).pathname,
      "mas-sdk/mock-server": new URL("mock-server/index.ts", import.meta.url).pathname,
    },
  },
  test: {
    setupFiles: ["test/support/setup.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    // One set of modules for each worker: building every schema anew for each file would be most of the time.
    isolate: false,
    // By default Vitest keeps one core free: half of two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // For what hangs, not for what is slow: a busy machine may take ten times as long. Few tests need more.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
} satisfies ViteUserConfig

/** These wait for programs, a quarter of their time: one worker more uses it. */
const special = ["smoke", "process", "long"]

/** What runs in the test's own process. */
export const unit = {
  include: ["test/**/*.test.ts"],
  exclude: [...configDefaults.exclude, ...special.map((kind) => `**/*.${kind}.test.ts`)],
  setupFiles: [...base.test.setupFiles, "test/support/no-programs.ts"],
} satisfies ViteUserConfig["test"]

/** The kind of a test file is the end of its name: `x.process.test.ts`. Without one it is a unit test. */
function project(name: string, order: number, test: ViteUserConfig["test"]): TestProjectInlineConfiguration {
  // One kind after another: a worker serves one project, and keeps its modules only while the next file is of the same.
  return { extends: true, test: { name, sequence: { groupOrder: order }, ...test } }
}

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: [
      project("unit", 0, unit),
      ...special.map((kind, at) =>
        project(kind, at + 1, { include: [`test/**/*.${kind}.test.ts`], maxWorkers: base.test.maxWorkers + 1 }),
      ),
    ],
  },
})
