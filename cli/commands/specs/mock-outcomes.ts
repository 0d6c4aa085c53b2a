import { outcomeKinds, trackings } from "../../../mock-server/world/outcomes.ts"
import { boolean, choice, duration, integer, text } from "../../command/flags.ts"
import type { CommandSpec, Flag } from "../../command/spec.ts"
import { clear, control } from "./parts.ts"

const described: readonly Flag[] = [
  text("to", "An address, *@domain, or a number.", { placeholder: "address" }),
  choice("outcome", outcomeKinds, "What becomes of messages to it.", { default: "delivered", implies: ["to"] }),
  duration("after", "How long after the message has gone out.", { implies: ["to"] }),
  integer("times", "For how many messages; all when left out.", { minimum: 1, implies: ["to"] }),
  choice("tracking", trackings, "What of opens and clicks the service sees.", { default: "all", implies: ["to"] }),
  boolean("bot", "A scanner opens them and follows their links.", { implies: ["to"] }),
]

export const outcomesCommand: CommandSpec = control(
  "outcomes",
  "List what is to become of messages, say it for an address, or take it back",
  {
    flags: [
      ...described,
      integer("remove", "Take this one back.", { minimum: 1, placeholder: "id", conflicts: ["clear", "to"] }),
      { ...clear, conflicts: ["to"] },
    ],
    examples: ["mas mock outcomes --to '*@example.test' --outcome bounced --after 2h", "mas mock outcomes"],
  },
)
