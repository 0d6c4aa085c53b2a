import type { CommandGroup } from "../../command/spec.ts"

/** What the group `campaigns` has beside its endpoints. */
export const campaignsGroup: CommandGroup = {
  name: "campaigns",
  about: "Sendings to many contacts.",
  commands: [
    {
      name: "campaigns.cancel",
      words: ["campaigns", "cancel"],
      summary: "Say what can be done about a campaign: the service has no call that cancels one",
      description: [
        "It changes nothing. It looks at the campaign, says what is still possible, and ends with 1. `mas mock campaign` cancels one of a mock server.",
      ],
      positionals: [{ name: "id", type: "integer", minimum: 1, required: true, description: "The campaign's id." }],
      flags: [],
      examples: ["mas campaigns cancel 1 --dry-run"],
    },
  ],
}
