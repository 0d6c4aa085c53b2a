import type { CommandSpec } from "../../command/spec.ts"
import { exampleSetup } from "./example-setup.ts"
import { control, follow, limit } from "./parts.ts"

/** `mas mock messages`. */
export const messagesCommand: CommandSpec = control(
  "messages",
  "List the messages that were sent, or show the newest",
  {
    description: [
      "`--latest` shows the newest in full and waits for one where there is none yet. With `--code` it prints the code to type alone, with `--link` the address of that link.",
    ],
    flags: [
      { name: "to", type: "string", description: "To this address or number; `*` is any text." },
      { name: "subject", type: "string", description: "With this subject; `*` is any text." },
      { name: "channel", type: "string", choices: ["email", "sms"], description: "Of this channel only." },
      { name: "status", type: "string", choices: ["queued", "sent", "failed"], description: "With this status only." },
      { name: "link", type: "string", description: "With a link of this address or text; `*` is any text." },
      { name: "code", type: "boolean", description: "With a code to type, such as one to sign in." },
      { name: "after", type: "integer", minimum: 0, description: "After the one with this id." },
      { name: "latest", type: "boolean", description: "The newest in full.", conflicts: ["limit", "follow"] },
      {
        name: "within",
        type: "string",
        format: "duration",
        description: "How long --latest waits, in real time; 5s when left out.",
        conflicts: ["limit", "follow"],
      },
      limit,
      follow,
    ],
    examples: [
      "mas mock messages --to '*@example.test' --limit 10",
      `${exampleSetup.message} && mas mock messages --latest --to ada@example.test`,
    ],
  },
)
