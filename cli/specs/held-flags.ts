import { file, text } from "../line/command/flags.ts"
import type { Flag } from "../line/command/spec.ts"

/** Where held calls are kept. */
export const heldFlags: readonly Flag[] = [
  file(
    "file",
    "The SQLite database that holds them. Default: a file of yours, which `mas mcp` and `mas approvals` share.",
    {
      placeholder: "path",
      conflicts: ["database-url"],
    },
  ),
  text("database-url", "The Postgres database that holds them, for a team; - is stdin.", {
    secret: true,
    placeholder: "postgres://…",
  }),
  text("table", "The table, with its schema if it has one.", { default: "mas_outbox" }),
]
