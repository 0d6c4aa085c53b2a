import type { CommandSpec } from "../../command/spec.ts"
import { exampleSetup } from "./example-setup.ts"
import { control } from "./parts.ts"
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
    examples: [`mas mock redeliver "$(${exampleSetup.delivery})"`],
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
    examples: [`mas mock rotate "$(${exampleSetup.webhook})" --grace 1h`],
  }),
]
