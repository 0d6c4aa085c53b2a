import { integer } from "../../command/flags.ts"
import type { CommandGroup } from "../../command/spec.ts"
import { groupOf } from "./parts.ts"

export const campaignsGroup: CommandGroup = groupOf("campaigns", "Sendings to many contacts.", {
  cancel: {
    summary: "Say what can be done about a campaign: the service has no call that cancels one",
    description:
      "It changes nothing. It looks at the campaign, says what is still possible, and ends with 1. `mas mock campaign` cancels one of a mock server.",
    positionals: [integer("id", "The campaign's id.", { minimum: 1, required: true })],
    examples: ["mas campaigns cancel 1 --dry-run"],
  },
})
