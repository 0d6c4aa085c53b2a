import { boolean, duration, file, text } from "../line/command/flags.ts"
import type { CommandGroup, Flag } from "../line/command/spec.ts"
import { groupOf } from "../specs/parts.ts"

const databaseFlags: readonly Flag[] = [
  text("database-url", "The Postgres database that holds the outbox; - is stdin.", {
    secret: true,
    placeholder: "postgres://…",
    conflicts: ["file"],
    default: "DATABASE_URL",
  }),
  file("file", "The SQLite database that holds the outbox.", { placeholder: "path" }),
  text("table", "The table, with its schema if it has one.", { default: "mas_outbox" }),
]

export const outboxGroup: CommandGroup = groupOf(
  "outbox",
  "The outbox of `mas-sdk/outbox`: its state, and messages that are set aside or wait for a correction.",
  {
    list: {
      summary: "List the messages that the service refused, and those that wait for a correction, with the reason",
      description:
        "`state` is `refused` for what is set aside until a retry, and `waits` for what goes out once the cause is corrected, such as a revoked key, or a sender of another account than the one that may have sent it. Reads the table that `createOutbox` of `mas-sdk/outbox` uses, in your own database. Postgres needs the package `pg`, SQLite `better-sqlite3` or Node's own `node:sqlite`, as installed in this folder.",
      flags: databaseFlags,
      examples: ["mas outbox list --file shop.db"],
    },
    status: {
      summary: "Show how many messages wait, since when, how many are set aside, and the last error",
      description:
        "For people and monitors: ends with 9 if messages are set aside, if some cannot be sent until somebody has corrected the cause, such as a revoked key or a sender of another account, or if the oldest has waited for longer than --max-age. Messages for a later time are counted apart.",
      flags: [duration("max-age", "Longest time that a message may wait.", { default: "1h" }), ...databaseFlags],
      examples: ["mas outbox status --file shop.db"],
    },
    retry: {
      summary: "Requeue refused messages for the worker that sends the outbox",
      positionals: [text("id", "Their ids.", { rest: true, minItems: 1 })],
      flags: [boolean("all", "All refused messages."), ...databaseFlags],
      exactlyOneOf: ["id", "all"],
      examples: ["mas outbox retry --all --file shop.db"],
    },
  },
)
