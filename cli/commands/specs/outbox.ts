import type { CommandGroup, CommandSpec, Flag } from "../../command/spec.ts"

const databaseFlags: readonly Flag[] = [
  {
    name: "database-url",
    type: "string",
    secret: true,
    placeholder: "postgres://…",
    conflicts: ["file"],
    description: "The Postgres database that holds the outbox; - is stdin.",
    default: "DATABASE_URL",
  },
  { name: "file", type: "string", format: "file", description: "The SQLite database that holds the outbox." },
  { name: "table", type: "string", description: "The table, with its schema where it has one.", default: "mas_outbox" },
]

const outboxCommand = (command: Pick<CommandSpec, "summary"> & Partial<CommandSpec>, verb: string): CommandSpec => ({
  name: `outbox.${verb}`,
  words: ["outbox", verb],
  positionals: [],
  ...command,
  flags: [...(command.flags ?? []), ...databaseFlags],
})

/** The outbox of `mas-sdk/outbox`, in the user's own database. */
export const outboxGroup: CommandGroup = {
  name: "outbox",
  about: "Messages of `mas-sdk/outbox` that the service refused.",
  commands: [
    outboxCommand(
      {
        summary: "List the messages that the service refused, with the reason",
        description: [
          "Reads the table that `createOutbox` of `mas-sdk/outbox` uses, in your own database. Postgres is reached by the package `pg`, SQLite by `better-sqlite3` or Node's own `node:sqlite`, as installed in this folder.",
        ],
        examples: ["mas outbox list --file shop.db"],
      },
      "list",
    ),
    outboxCommand(
      {
        summary: "Have refused messages sent again, by the worker that sends the outbox",
        positionals: [{ name: "id", type: "string", rest: true, description: "Their ids." }],
        flags: [{ name: "all", type: "boolean", description: "All that were refused." }],
        exactlyOneOf: ["id", "all"],
        examples: ["mas outbox retry --all --file shop.db"],
      },
      "retry",
    ),
  ],
}
