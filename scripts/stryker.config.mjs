// Mutation testing: `npm run mutants`, or for other files `npm run mutants -- --mutate sdk/webhooks/verify.ts`.
// Stryker plants small faults one at a time and runs the unit tests that reach each. It reports those that no test
// finds.
export default {
  mutate: [
    "mock-server/base/{timers,state-machine}.ts",
    "mock-server/resources/*/*machine.ts",
    "mock-server/resources/webhooks/address.ts",
    "mock-server/world/{idempotency,scheduler}.ts",
    "sdk/contract/core/canonical-json.ts",
    "sdk/client/request/*.ts",
    "sdk/webhooks/*.ts",
    "!sdk/**/*.{gen,portable}.ts",
  ],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "scripts/mutants.config.ts" },
  reporters: ["clear-text", "progress"],
  clearTextReporter: { logTests: false, reportTests: false },
  concurrency: 2,
  // The first run, of every test that reaches one of the files, takes minutes on a busy machine.
  dryRunTimeoutMinutes: 30,
  timeoutMS: 20_000,
  ignorePatterns: ["dist", "examples"],
}
