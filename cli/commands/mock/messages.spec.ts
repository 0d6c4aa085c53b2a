import { boolean, choice, duration, integer, text } from "../../line/command/flags.ts"
import type { CommandSpec } from "../../line/command/spec.ts"
import { exampleSetup } from "../../specs/example-setup.ts"
import { control, follow, limit } from "../../specs/parts.ts"

export const messageColumns = ["id", "channel", "to", "subject", "status", "created_at"]

export const messagesCommand: CommandSpec = control(
  "messages",
  "List the messages that were sent; show or explain one",
  {
    control: [
      { call: "GET /messages", columns: messageColumns },
      { call: "GET /messages/{id}" },
      { call: "GET /messages/{id}/why" },
      { call: "GET /messages/latest" },
    ],
    description:
      "An id shows one message with its texts, headers and events. `--latest` shows the newest and waits for one if there is none yet. For one message `--code` prints only the code, `--link` only the address of that link, and `--why` what happened, with the rules behind it.",
    positionals: [integer("id", "This one in full.", { minimum: 1 })],
    flags: [
      text("to", "To this address or number; `*` is any text."),
      text("subject", "With this subject; `*` is any text."),
      choice("channel", ["email", "sms"], "Of this channel only."),
      choice("status", ["queued", "sent", "failed"], "With this status only."),
      text("status-reason-code", "Failed or bounced for this reason only, such as hard_bounce."),
      integer("brand-id", "Sent by this brand only.", { minimum: 1 }),
      text("link", "With a link of this address or text; `*` is any text.", { withId: "too" }),
      boolean("code", "With a code to type, such as a sign-in code.", { withId: "too" }),
      boolean("why", "What happened to it, with the rules behind it.", { withId: "only", conflicts: ["code", "link"] }),
      integer("after", "After the one with this id.", { minimum: 0 }),
      integer("before", "Before the one with this id: the next page.", { minimum: 1, conflicts: ["latest", "within"] }),
      boolean("latest", "The newest in full.", { conflicts: ["limit", "follow"] }),
      duration("within", "How long --latest waits, in real time; 5s when left out.", {
        conflicts: ["limit", "follow"],
      }),
      limit,
      follow,
    ],
    examples: [
      "mas mock messages --to '*@example.test' --limit 10",
      `${exampleSetup.message} && mas mock messages --latest --to ada@example.test`,
      `mas mock messages "$(${exampleSetup.message})" --why`,
    ],
  },
)
