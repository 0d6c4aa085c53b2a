import { availableParallelism } from "node:os"
import { configDefaults, defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from "vitest/config"
import { isRelease } from "./test/support/repetitions.ts"

/** The common configuration of all test files. */
export const base = {
  // The command line imports these by their public names. Of a package that is built into `dist/shared`, the file used there is tested.
  resolve: {
    alias: {
      liquidjs: new URL("node_modules/liquidjs/dist/liquid.browser.mjs", import.meta.url).pathname,
      "mas-sdk/contacts-csv": new URL("sdk/files/contacts-csv/index.ts", import.meta.url).pathname,
      "mas-sdk/contract": new URL("sdk/contract/index.ts", import.meta.url).pathname,
      "mas-sdk/validation": new URL("sdk/client/validation.ts", import.meta.url).pathname,
      "mas-sdk/outbox": new URL("sdk/outbox/index.ts", import.meta.url).pathname,
      "mas-sdk/mock-server": new URL("mock-server/index.ts", import.meta.url).pathname,
    },
  },
  test: {
    setupFiles: ["test/support/setup.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    // Modules are shared within a worker: creating every schema again for each file would take most of the time.
    isolate: false,
    // By default Vitest leaves one core unused, which is half of a two-core machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    tags: [{ name: "slow", description: "A quick kind of test that takes over half a second: only `--all` runs it." }],
  },
} satisfies ViteUserConfig

/** Tests that start programs, which may take minutes. `release` runs before a release only. */
const special = ["smoke", "process", "long", "release"]

/** Tests with a browser's objects around them. */
const dom = ["**/*{jsdom,happy-dom}.test.ts"]

/** Tests that start no program. Threads are a tenth faster than processes. */
export const unit = {
  pool: "threads",
  include: ["test/**/*.test.ts"],
  exclude: [...configDefaults.exclude, ...special.map((kind) => `**/*.${kind}.test.ts`), ...dom],
  setupFiles: ["test/support/no-programs.ts"],
} satisfies ViteUserConfig["test"]

/** A project for one kind of test file, named by the file's suffix: `x.process.test.ts`. Files without a kind are unit tests. */
function project(name: string, test: ViteUserConfig["test"]): TestProjectInlineConfiguration {
  // What `npm test` runs shares a queue, and what `--all` adds: with an order each, cores would wait for the last file of a kind.
  const isQuick = ["unit", "dom", "smoke"].includes(name)
  // What `--all` adds waits for programs a quarter of its time, so it gets one more worker.
  const maxWorkers = base.test.maxWorkers + (isQuick ? 0 : 1)
  return { extends: true, test: { name, maxWorkers, sequence: { groupOrder: isQuick ? 0 : 1 }, ...test } }
}

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: [
      project("unit", unit),
      // Apart, because a worker that meets a file with another environment in its queue ends, with all modules that it has loaded.
      project("dom", { ...unit, include: dom, exclude: configDefaults.exclude }),
      ...special
        .filter((kind) => kind !== "release" || isRelease)
        .map((kind) => project(kind, { include: [`test/**/*.${kind}.test.ts`], testTimeout: 600_000 })),
    ],
  },
})
