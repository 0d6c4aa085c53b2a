/** What is mutated together, and the tests that have to notice. */
export interface MutatedRoom {
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
}

const mockTests = (...names: string[]) => names.map((name) => `test/mock-server/${name}.test.ts`)

const inRequest = (...names: string[]) => names.map((name) => `sdk/request/${name}.ts`)
const clientTests = (...names: string[]) => names.map((name) => `test/sdk/core/${name}.test.ts`)

export const rooms: Readonly<Record<string, MutatedRoom>> = {
  timers: {
    mutate: ["mock-server/base/timers.ts"],
    tests: mockTests("timers", "timer-moves"),
  },
  machines: {
    mutate: ["mock-server/base/state-machine.ts", "mock-server/machines/*.ts"],
    tests: mockTests("machines", "moves", "control-moves"),
  },
  scheduler: {
    mutate: ["mock-server/world/scheduler.ts"],
    tests: mockTests(
      ...[
        "scheduler-alone",
        "scheduler",
        "timer-moves",
        "control-time",
        "control-clock",
        "control-worlds",
        "webhook-retries",
      ],
      ...["waiting", "concurrency", "host-clock", "client-options", "delivery"],
    ),
  },
  idempotency: {
    mutate: ["mock-server/world/idempotency.ts", "sdk/contract/core/canonical-json.ts"],
    tests: [
      ...mockTests("messages", "events", "funding-purchases", "managed-accounts", "control-state"),
      ...["test/sdk/core/idempotency.test.ts", "test/contract/canonical-json.test.ts"],
    ],
  },
  addresses: {
    mutate: ["mock-server/webhooks/address.ts"],
    tests: mockTests("webhook-address", "webhook-target"),
  },
  // The client, by what it does one after another.
  options: {
    mutate: inRequest("address", "credential", "options-check", "settings", "target", "environment-logger"),
    tests: clientTests(
      "address",
      "client",
      "credential",
      "headers",
      "keys",
      "mistakes",
      "observer",
      "options",
      "settings",
    ),
  },
  attempts: {
    mutate: inRequest("abort", "attempt", "attempt-request", "call", "guard", "host", "requester", "retries"),
    tests: clientTests(
      ...["abort", "attempt-request", "attempts", "call", "guard", "host", "tracing"],
      ...["deadline", "download", "idempotency", "retry", "signals", "stacks", "upload"],
    ),
  },
  retries: {
    mutate: inRequest("redirect", "retry-rules"),
    tests: clientTests("redirect", "retry-rules"),
  },
  answers: {
    mutate: inRequest("api-error", "check-answer", "parse"),
    tests: clientTests("answer", "errors", "parse", "peer-text"),
  },
  told: {
    mutate: inRequest("observer", "secrets", "trace"),
    tests: clientTests("errors", "observer", "peer-text", "secrets", "tracing"),
  },
  webhooks: {
    mutate: ["sdk/webhooks/*.ts", "!sdk/webhooks/*.{gen,portable}.ts"],
    tests: [
      "test/webhooks/{dedupe,frameworks,handler,judges,message-status,node-handler,refusals}.test.ts",
      "test/webhooks/{properties,secret,signatures,time-limit,tracing,verify}.test.ts",
      "test/webhooks/stores/{memory,receiver,kit}.test.ts",
    ],
  },
}
