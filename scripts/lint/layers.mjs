/**
 * The layers of each package, from the top down. A file imports from its own layer and from lower ones, never from a higher one.
 * A path that ends in `/` is a folder; `*` matches one name; a file that several layers name belongs to the lowest. docs/internal/folders.md explains the folders.
 */
export const layers = {
  "mock-server": [
    ["index.ts", "msw.ts"],
    ["testing/"],
    ["service/http/", "dashboard/"],
    ["service/"],
    ["control/"],
    ["seed/"],
    ["resources/handlers.ts"],
    ["resources/"],
    ["world/"],
    ["resources/tables.ts"],
    ["resources/*/table.ts", "resources/*/*-table.ts"],
    ["store/"],
    ["resources/*/machine.ts", "resources/*/*-machine.ts"],
    ["base/"],
  ],
  sdk: [
    ["index.ts", "client/otel.ts", "sending/adapters/", "files/contacts-csv/", "outbox/"],
    ["client/client.ts"],
    ["client/resources/", "outage/"],
    ["client/wait/", "sending/*.ts"],
    ["client/request/", "outage/brand-lists.ts"],
    [
      "client/options.ts",
      "client/hooks.ts",
      "client/idempotency.ts",
      "client/sha256.ts",
      "client/sha256.portable.ts",
      "client/validation.ts",
      "client/response/",
      "files/",
      "sending/recipients/",
      "sending/ceilings/",
      "sending/template-message.ts",
      "outage/facts.ts",
      "outage/lists.ts",
    ],
    ["client/transport/", "client/errors.ts", "client/verdict.ts", "client/routes.gen.ts"],
    ["sending/lint/"],
    ["contract/", "stores/"],
    ["webhooks/"],
    ["base/"],
  ],
  cli: [
    ["entry.cts", "start/"],
    ["main.ts", "start/session.ts", "start/print-error.ts", "start/runners.ts"],
    ["commands/", "mcp/"],
    ["runners/"],
    ["connection/account/", "terminal/ask/", "terminal/help/"],
    ["connection/context.ts"],
    ["terminal/report/", "connection/request/", "templates/"],
    ["connection/profile/"],
    ["line/"],
    ["line/input/", "terminal/output/", "line/schema/"],
    ["commands/*.spec.ts", "commands/*/*.spec.ts"],
    ["specs/"],
    ["line/command/"],
    ["terminal/errors/", "terminal/io.ts", "connection/base-transport.ts"],
  ],
  "sdk/contract": [["index.ts", "types.gen.ts", "openapi/"], ["*.ts"], ["models/"], ["core/"]],
}

/** Further limits of some folders, each with its reason. A module of Node is a path without a slash. */
const restrictions = [
  {
    from: "^sdk/",
    to: "^(mock-server|cli)/",
    comment: "The SDK imports nothing of the mock server or the CLI.",
  },
  {
    from: "^sdk/webhooks/",
    to: "^(?!sdk/webhooks/|sdk/base/(mas-error|platform|tracing)\\.ts$|[^/]+$)",
    comment: "Webhook verification imports nothing else, so that it stays small and runs anywhere.",
  },
  {
    from: "^sdk/stores/",
    to: "^(?!sdk/stores/|sdk/base/platform\\.ts$|sdk/webhooks/(store|set-aside)\\.ts$)",
    comment: "Stores import the store interface and no database client: the caller passes the client in.",
  },
  {
    from: "^sdk/(?!client/otel\\.ts$)",
    to: "^node_modules/@opentelemetry/",
    comment: "OpenTelemetry is optional: only sdk/client/otel.ts imports it.",
  },
  {
    from: "^sdk/contract/",
    to: "^(?!sdk/contract/|node_modules/zod/)",
    comment: "The contract imports nothing that derives from it, and sends nothing.",
  },
  {
    from: "^mock-server/",
    to: "^(cli/|sdk/(?!contract/|sending/lint/|webhooks/|base/(abort|version|async-dispose)\\.ts$|files/(atomic-write|process-lock)\\.ts$))",
    comment: "The mock server knows the contract and webhook signing, not the client, and nothing of the CLI.",
  },
  {
    from: "^mock-server/resources/[^/]+/[a-z-]*machine\\.ts$",
    to: "^(?!mock-server/base/state-machine\\.ts$|sdk/contract/)",
    comment: "A state machine is a table: it imports only the contract's types.",
  },
  {
    from: "^cli/(specs/|commands/.*\\.spec\\.ts$)",
    to: "^cli/(?!specs/|commands/.*\\.spec\\.ts$|line/command/(spec|flags)\\.ts$)",
    comment: "The words and flags of a command are data: the generator reads them without loading the command line.",
  },
  {
    from: "^(sdk|mock-server|cli)/",
    to: "^(test|scripts|bench|examples)/",
    comment: "Nothing that ships imports tests or scripts.",
  },
]

const pattern = (root, path) =>
  `^${root}/${path.replaceAll(".", "\\.").replaceAll("*", "[^/]+")}${path.endsWith("/") ? "" : "$"}`
const anyOf = (root, paths) => paths.map((path) => pattern(root, path))

const directions = Object.entries(layers).flatMap(([root, levels]) =>
  levels.slice(1).map((paths, at) => {
    const above = levels.slice(0, at + 1).flat()
    const own = levels.slice(at + 1).flat()
    return {
      name: `${root}/${paths[0]}`,
      severity: "error",
      comment: `${paths.map((path) => `${root}/${path}`).join(", ")}: an import never runs up.`,
      from: { path: anyOf(root, own) },
      to: { path: anyOf(root, above), pathNot: anyOf(root, own) },
    }
  }),
)

export default {
  forbidden: [
    ...directions,
    ...restrictions.map(({ from, to, comment }) => ({
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
