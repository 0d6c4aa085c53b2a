import { outcomeKinds, trackings } from "../../../mock-server/world/outcomes.ts"
import type { CommandSpec, Flag } from "../../command/spec.ts"
import { clear, control } from "./parts.ts"

const described: readonly Flag[] = [
  { name: "to", type: "string", placeholder: "address", description: "An address, *@domain, or a number." },
  {
    name: "outcome",
    type: "string",
    choices: outcomeKinds,
    default: "delivered",
    description: "What becomes of messages to it.",
    implies: ["to"],
  },
  {
    name: "after",
    type: "string",
    format: "duration",
    description: "How long after the message has gone out.",
    implies: ["to"],
  },
  {
    name: "times",
    type: "integer",
    minimum: 1,
    description: "For how many messages; all when left out.",
    implies: ["to"],
  },
  {
    name: "tracking",
    type: "string",
    choices: trackings,
    default: "all",
    description: "What of opens and clicks the service sees.",
    implies: ["to"],
  },
  { name: "bot", type: "boolean", description: "A scanner opens them and follows their links.", implies: ["to"] },
]

/** `mas mock outcomes`. */
export const outcomesCommand: CommandSpec = control(
  "outcomes",
  "List what is to become of messages, say it for an address, or take it back",
  {
    flags: [
      ...described,
      {
        name: "remove",
        type: "integer",
        minimum: 1,
        placeholder: "id",
        description: "Take this one back.",
        conflicts: ["clear", "to"],
      },
      { ...clear, conflicts: ["to"] },
    ],
    examples: ["mas mock outcomes --to '*@example.test' --outcome bounced --after 2h", "mas mock outcomes"],
  },
)
