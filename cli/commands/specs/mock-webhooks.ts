import type { CommandSpec } from "../../command/spec.ts"
import { made } from "./made.ts"
import { control } from "./mock-control.ts"
import { deliveryId } from "./webhooks.ts"

/** What can be done with webhooks beyond their endpoints. */
export const webhookCommands: readonly CommandSpec[] = [
  control("redeliver", "Send what a webhook delivery was about once more, now", {
    positionals: [deliveryId("id")],
    flags: [
      {
        name: "retry",
        type: "boolean",
        description: "Make the delivery's next attempt now; without it, a new delivery is made.",
      },
    ],
    examples: [`mas mock redeliver "$(${made.delivery})"`],
  }),
  control("rotate", "Give a webhook endpoint a new secret, and sign with both for a while", {
    positionals: [{ name: "id", type: "integer", required: true, description: "The endpoint." }],
    flags: [
      {
        name: "grace",
        type: "string",
        format: "duration",
        default: "1d",
        description: "How long the old secret signs as well.",
      },
    ],
    examples: [`mas mock rotate "$(${made.webhook})" --grace 1h`],
  }),
]
