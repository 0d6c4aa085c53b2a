/**
 * The rooms of the house as floors, from the top down: what stands on a floor imports its own floor and those below it, never
 * one above. A path ends in `/` for a folder; `*` stands for a name. docs/internal/folders.md draws the same picture.
 */
export const floors = {
  "mock-server": [
    [
      "index.ts",
      "msw.ts",
      "start.ts",
      "mock-world.ts",
      "mock-world/",
      "client-options.ts",
      "types.ts",
      "test-helpers.ts",
      "test-webhook-store.ts",
      "store-kit/",
      "simulation/",
      "http/",
      "dashboard/",
    ],
    ["service.ts", "service/", "request/", "state/"],
    ["handlers/", "control/", "seed/"],
    ["domain/", "webhooks/"],
    ["world/"],
    ["store/"],
    ["machines/"],
    ["base/"],
  ],
  sdk: [
    ["index.ts", "otel.ts", "contacts-csv/"],
    ["client.ts"],
    ["resources/"],
    ["wait/"],
    ["request/"],
    [
      "answer/",
      "files/",
      "options.ts",
      "hooks.ts",
      "idempotency.ts",
      "sha256.ts",
      "sha256.portable.ts",
      "validation.ts",
    ],
    ["transport/", "errors.ts"],
    ["contract/", "stores/"],
    ["webhooks/"],
    ["mas-error.ts", "print-error.ts", "print-error.portable.ts", "version.ts", "async-dispose.ts", "tracing.ts"],
  ],
  cli: [
    ["entry.cts", "start/"],
    ["main.ts", "session.ts", "print-error.ts", "runners.ts", "without-terminal.ts"],
    ["mcp/"],
    ["commands/"],
    ["webhooks/"],
    ["mock/"],
    ["ask/", "help/"],
    ["context.ts"],
    ["report/", "request/"],
    ["profile/"],
    ["line/"],
    ["input/", "output/", "schema/"],
    ["command/"],
    ["errors/", "io.ts", "base-transport.ts"],
  ],
  "sdk/contract": [["index.ts", "types.ts", "openapi/"], ["*.ts"], ["models/"], ["core/"]],
}

/** Rooms that keep to themselves, each for a reason of its own. A module of Node is a path without a slash. */
const alone = [
  {
    from: "^sdk/",
    to: "^(mock-server|cli)/",
    comment: "The SDK imports nothing of the mock server or the CLI.",
  },
  {
    from: "^sdk/webhooks/",
    to: "^(?!sdk/webhooks/|sdk/(mas-error|tracing)\\.ts$|[^/]+$)",
    comment: "Webhook verification stands alone, so that it stays small and runs anywhere.",
  },
  {
    from: "^sdk/stores/",
    to: "^(?!sdk/stores/|sdk/webhooks/store\\.ts$)",
    comment: "Stores know what a store is, and no client of a database: they take what they are given.",
  },
  {
    from: "^sdk/(?!otel\\.ts$)",
    to: "^node_modules/@opentelemetry/",
    comment: "Who does not use OpenTelemetry does not have it.",
  },
  {
    from: "^sdk/contract/",
    to: "^(?!sdk/contract/|node_modules/zod/)",
    comment: "The contract imports nothing of what derives from it, and sends nothing.",
  },
  {
    from: "^mock-server/",
    to: "^(cli/|sdk/(?!contract/|webhooks/|version\\.ts$|async-dispose\\.ts$|files/atomic-write\\.ts$))",
    comment: "The mock server knows the contract and webhook signing, not the client, and nothing of the CLI.",
  },
  {
    from: "^mock-server/(?!handlers/)",
    to: "^mock-server/handlers/(?!index\\.ts$|handlers-for\\.ts$|preload\\.ts$)",
    comment: "What the service does is in domain/; only the map of handlers is reached from outside.",
  },
  {
    from: "^mock-server/machines/",
    to: "^(?!mock-server/machines/|mock-server/base/state-machine\\.ts$|sdk/contract/)",
    comment: "A state machine is a table: it imports the contract's types and nothing that acts.",
  },
  {
    from: "^cli/commands/specs/",
    to: "^cli/(?!commands/specs/|command/spec\\.ts$)",
    comment: "The words and flags of a command are data. The generator reads them without loading the command line.",
  },
  {
    from: "^(sdk|mock-server|cli)/",
    to: "^(test|scripts|bench|examples)/",
    comment: "Nothing that ships imports tests or scripts.",
  },
]

const pattern = (root, room) =>
  `^${root}/${room.replaceAll(".", "\\.").replaceAll("*", "[^/]+")}${room.endsWith("/") ? "" : "$"}`
const anyOf = (root, rooms) => rooms.map((room) => pattern(root, room))

const directions = Object.entries(floors).flatMap(([root, storeys]) =>
  storeys.slice(1).map((rooms, at) => ({
    name: `${root}/${rooms[0]}`,
    severity: "error",
    comment: `${rooms.map((room) => `${root}/${room}`).join(", ")}: an import never runs up.`,
    from: {
      path: anyOf(root, rooms),
      pathNot: at + 2 === storeys.length ? [] : anyOf(root, storeys.slice(0, at + 1).flat()),
    },
    to: { path: anyOf(root, storeys.slice(0, at + 1).flat()) },
  })),
)

export default {
  forbidden: [
    ...directions,
    ...alone.map(({ from, to, comment }) => ({
      name: from,
      severity: "error",
      comment,
      from: { path: from },
      to: { path: to },
    })),
    {
      name: "circle",
      severity: "error",
      comment: "No circle of imports, types included.",
      from: {},
      to: { circular: true },
    },
    {
      name: "unresolved",
      severity: "error",
      comment: "The import names no file.",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
    doNotFollow: { path: ["node_modules", "generated"] },
    exclude: { path: "^generated/" },
  },
}
