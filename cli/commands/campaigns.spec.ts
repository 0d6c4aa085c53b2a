import { integer } from "../line/command/flags.ts"
import type { CommandGroup } from "../line/command/spec.ts"
import { groupOf } from "../specs/parts.ts"

export const campaignsGroup: CommandGroup = groupOf("campaigns", "Bulk sends to many contacts.", {
  cancel: {
    summary: "Show how to stop a campaign: the service has no call that cancels one",
    description:
      "It changes nothing: it reads the campaign, prints what is still possible, and exits with 1. `mas mock campaigns` cancels one on a mock server.",
    positionals: [integer("id", "The campaign's id.", { minimum: 1, required: true })],
    examples: ["mas campaigns cancel 1 --dry-run"],
  },
})
