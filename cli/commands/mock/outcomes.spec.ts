import { outcomeKinds, trackings } from "../../../mock-server/world/outcomes.ts"
import { boolean, choice, duration, integer, text } from "../../line/command/flags.ts"
import type { CommandSpec, Flag } from "../../line/command/spec.ts"
import { clear, control, inBody } from "../../specs/parts.ts"

const described: readonly Flag[] = [
  text("to", "An address, *@domain, or a number.", { placeholder: "address" }),
  choice("outcome", outcomeKinds, "The outcome of messages to it.", { default: "delivered", implies: ["to"] }),
  duration("after", "Time after sending.", { implies: ["to"] }),
  integer("times", "Number of messages; all when left out.", { minimum: 1, implies: ["to"] }),
  choice("tracking", trackings, "Which opens and clicks the service sees.", { default: "all", implies: ["to"] }),
  boolean("bot", "A scanner opens them and follows their links.", { implies: ["to"] }),
]

export const outcomesCommand: CommandSpec = control(
  "outcomes",
  "List outcome rules for messages, add one for an address, or remove some",
  {
    control: [
      { call: "DELETE /outcomes", when: "clear" },
      { call: "DELETE /outcomes/{id}", when: "remove" },
      {
        call: "POST /outcomes",
        when: "to",
        columns: ["id", "to", "outcome", "after_ms", "times", "tracking", "bot", "used"],
      },
      { call: "GET /outcomes", columns: ["id", "to", "outcome", "after_ms", "times", "tracking", "bot", "used"] },
    ],
    flags: [
      ...inBody(...described),
      integer("remove", "Remove this one.", { minimum: 1, placeholder: "id", conflicts: ["clear", "to"] }),
      { ...clear, conflicts: ["to"] },
    ],
    examples: ["mas mock outcomes --to '*@example.test' --outcome bounced --after 2h", "mas mock outcomes"],
  },
)
