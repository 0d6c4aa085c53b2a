import { boolean, choice, duration, integer, text } from "../../command/flags.ts"
import type { CommandSpec } from "../../command/spec.ts"
import { exampleSetup } from "./example-setup.ts"
import { control, follow, limit } from "./parts.ts"

export const messagesCommand: CommandSpec = control(
  "messages",
  "List the messages that were sent, or show the newest",
  {
    description:
      "`--latest` shows the newest in full and waits for one if there is none yet. With `--code` it prints only the code, with `--link` only the address of that link.",
    flags: [
      text("to", "To this address or number; `*` is any text."),
      text("subject", "With this subject; `*` is any text."),
      choice("channel", ["email", "sms"], "Of this channel only."),
      choice("status", ["queued", "sent", "failed"], "With this status only."),
      text("status-reason-code", "Failed or bounced for this reason only, such as hard_bounce."),
      integer("brand-id", "Sent by this brand only.", { minimum: 1 }),
      text("link", "With a link of this address or text; `*` is any text."),
      boolean("code", "With a code to type, such as a sign-in code."),
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
    ],
  },
)
