/** What is mutated together, and the tests that have to notice. */
export interface MutatedRoom {
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
}

const mockTests = (...names: string[]) => names.map((name) => `test/mock-server/${name}.test.ts`)

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
  client: {
    mutate: ["sdk/request/*.ts", "!sdk/request/*.portable.ts"],
    tests: [
      "test/sdk/core/{address,answer,client,credential,deadline,errors,headers,idempotency,keys,mistakes}.test.ts",
      "test/sdk/core/{observer,options,page,peer-text,retry,signals,stacks,tracing,upload,validate,wait}.test.ts",
    ],
  },
  webhooks: {
    mutate: ["sdk/webhooks/*.ts", "!sdk/webhooks/*.{gen,portable}.ts"],
    tests: [
      "test/webhooks/{dedupe,frameworks,handler,judges,message-status,node-handler}.test.ts",
      "test/webhooks/{properties,signatures,time-limit,tracing,verify}.test.ts",
      "test/webhooks/stores/{memory,receiver,kit}.test.ts",
    ],
  },
}
