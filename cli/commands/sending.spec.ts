import { file, text } from "../line/command/flags.ts"
import type { CommandGroup, Flag } from "../line/command/spec.ts"
import { groupOf } from "../specs/parts.ts"

const storeFlag: Flag = text("store", "Who is meant: postgres://…, redis://…, or a file; - is stdin.", {
  secret: true,
  placeholder: "address",
  default: "MAS_CEILING_STORE, or a file of yours",
})

export const sendingGroup: CommandGroup = groupOf("sending", "Stop all sending and let it go on; how the mails fare.", {
  health: {
    summary: "Show how many mails of the last hour and day bounced or were marked as spam",
    description: [
      "From what the service lists, or from the webhook events that you keep. Each row has the addresses, and the tags that the mails were sent with. Fewer than 100 mails, or than 3 bounces or complaints, get no verdict.",
      'The exit code is 0 if nothing is too high, 9 for a warning (from 2 % hard bounces or 0.1 % complaints on), 1 for reason to stop (5 %, 0.3 %), and 10 if no mail was sent. `pauseOn: "health"` of a client\'s `ceiling` stops by itself.',
    ],
    flags: [file("events", "Your own webhook events instead, one JSON object a line; - is stdin.")],
    examples: ["mas sending health"],
  },
  stop: {
    summary: "Refuse every call that reaches people, in all processes that share the store",
    description: [
      "For `mas`, `mas mcp`, and programs that have the store: by `MAS_CEILING_STORE`, `MAS_MAX_SENDS` or the option `ceiling.store`; others go on. Calls that wait for a retry are refused, too. Reading goes on; drafts and outboxes keep what they have.",
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
