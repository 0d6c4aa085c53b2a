import type { RuleSection } from "./rule.ts"

export const resources: readonly RuleSection[] = [
  {
    title: "Resources",
    rules: [
      [
        "Every resource has exactly the fields of its table, with their types.",
        "../contract/models: has exactly the fields of its table",
        "answer-check: sees",
        "statuses: answers with every status",
      ],
      [
        "What is read may carry further fields; what is written may not.",
        "../contract/models: let unknown fields through",
        "../contract/models: are each either loose or strict",
      ],
    ],
  },
  {
    title: "Resources: Account",
    rules: [
      [
        "An account shows its plan with caps and entitlements, its allowances, brands, lifetime use and team.",
        "account: shows plan, allowances, brands",
        "account: says that brands are unlimited",
      ],
      ["Use is counted by calendar month, and for good.", "account: counts use by calendar month"],
      ["The inbox entitlement is the same in the plan and beside it.", "account: gives the inbox entitlement"],
    ],
  },
  {
    title: "Resources: Team summary",
    rules: [
      ["The team's seats, members, invitations and the caller's own role are summed up.", "account: sums the team up"],
    ],
  },
  {
    title: "Resources: Membership",
    rules: [["A membership names role, person and times.", "memberships: show exactly the fields"]],
  },
  {
    title: "Resources: Team metadata",
    rules: [
      [
        "The team comes with its account, memberships, invitations and the accounts that the caller can reach; invitations only to those who may manage them.",
        "account: comes with account, memberships",
        "account: shows a member no invitations",
      ],
    ],
  },
  {
    title: "Resources: Audience reach",
    rules: [
      [
        "When the current plan covers the audience there is neither summary nor recommendation.",
        "account: has neither summary nor recommendation",
      ],
      [
        "Otherwise the smallest plan on sale that covers it is recommended, or the largest.",
        "account: recommends the smallest plan",
        "account: recommends the largest plan",
        "reach: never recommends a plan",
        "reach: recommends nothing when the largest",
      ],
      [
        "Capacity is what the cap of the account's standing lets through in 24 hours.",
        "reach: goes by the cap",
        "reach: covers exactly what fits",
      ],
    ],
  },
  {
    title: "Resources: Other resources",
    rules: [
      [
        "A suppression carries reason, provider and at most 500 characters of what the provider said.",
        "suppressions: keeps at most 500 characters",
        "suppressions: follows a hard bounce",
      ],
    ],
  },
]
