import { integer } from "../../line/command/flags.ts"
import { allFields } from "../../line/command/spec.ts"
import { clear, control, type MockCommand } from "../../specs/parts.ts"

const columns = ["id", "to", "outcome", "after_ms", "times", "tracking", "bot", "used"]

export const outcomesCommand: MockCommand = control(
  "outcomes",
  "List outcome rules for messages, add one for an address, or remove some",
  {
    control: [
      { call: "DELETE /outcomes", when: "clear" },
      { call: "DELETE /outcomes/{id}", when: "remove" },
      { call: "POST /outcomes", when: "to", columns },
      { call: "GET /outcomes", columns },
    ],
    from: "POST /outcomes",
    flags: [
      integer("remove", "Remove this one.", { minimum: 1, placeholder: "id", conflicts: ["clear", allFields] }),
      { ...clear, conflicts: [allFields] },
    ],
    examples: ["mas mock outcomes --to '*@example.test' --outcome bounced --after 2h", "mas mock outcomes"],
  },
)
