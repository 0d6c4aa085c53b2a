import { text } from "../line/command/flags.ts"
import type { CommandGroup, Flag } from "../line/command/spec.ts"
import { groupOf } from "../specs/parts.ts"

const storeFlag: Flag = text("store", "Who is meant: postgres://…, redis://…, or a file; - is stdin.", {
  secret: true,
  placeholder: "address",
  default: "MAS_CEILING_STORE, or a file of yours",
})

export const sendingGroup: CommandGroup = groupOf("sending", "Stop all sending, and let it go on.", {
  stop: {
    summary: "Refuse every call that reaches people, in all processes that share the store",
    description: [
      "For `mas`, `mas mcp`, and programs that have the store: by `MAS_CEILING_STORE`, `MAS_MAX_SENDS` or the option `ceiling`. Calls that wait for a retry are refused, too. Reading goes on; drafts and outboxes keep what they have.",
      "Postgres needs the package `pg`, Redis `ioredis` or `redis`, as installed in this folder.",
    ],
    flags: [text("reason", "Why: refused calls say it."), storeFlag],
    examples: ['mas sending stop --reason "a wrong list"'],
  },
  start: { summary: "Let sending go on", flags: [storeFlag], examples: ["mas sending start"] },
  status: {
    summary: "Show whether sending is stopped, since when and why",
    flags: [storeFlag],
    examples: ["mas sending status"],
  },
})
