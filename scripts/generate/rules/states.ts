import type { RuleSection } from "./rule.ts"

export const states: readonly RuleSection[] = [
  {
    title: "States",
    rules: [
      [
        "A status moves by its table and in no other way; what the table does not have is refused.",
        "machines: moves a record's status",
        "machines: a status is out of reach",
        "moves: refuses wherever",
        "moves: %s",
      ],
      [
        "The tables have the moves of the specification and no others, and every state can be reached.",
        "machines: every machine of the mock server",
        "machines: makes the moves of the specification",
        "machines: leads from its beginning",
      ],
    ],
  },
  {
    title: "States: Management grant",
    rules: [
      [
        "Confirming a pending grant makes it active and sets `activated_at`, once the owner's consent and the payment are on record.",
        "management-grant: activates a pending grant",
      ],
      [
        "Confirming records no consent and bypasses no payment: 409 without them.",
        "management-grant: neither records the consent",
        "management-grant: notes consent and payment once",
      ],
      [
        "Revoking the exact current grant ends it, pending or active, and sets `revoked_at`; again is 200 with the same grant.",
        "management-grant: ends a %s grant",
        "management-grant: again answers 200",
      ],
      [
        "A revocation bites on the next request.",
        "authentication: is turned away from the next request",
        "credential-matrix: is 401 to a management credential",
      ],
      ["A grant that cannot make the move is 409 and stays as it is.", "management-grant: to %s a grant that is %s"],
      ["A command that names any but the current grant is 409.", "management-grant: to %s any but the current grant"],
      [
        "A manager can give an active grant back: `released_at`, and the provisioning ends.",
        "management-grant: releases an active grant",
        "management-grant: ends the provisioning",
      ],
    ],
  },
  {
    title: "States: Managed-account provisioning",
    rules: [
      [
        "A new request is 201 and `preparing`; nobody has been invited yet.",
        "managed-accounts: answers 201 with a record that is preparing",
        "managed-accounts: sends no invitation yet",
      ],
      [
        "The same request under the same key is 200 and changes nothing.",
        "managed-accounts: answers an exact replay",
        "managed-accounts: takes another case of the address",
      ],
      ["The filter `needs_setup` stands for four statuses.", "managed-accounts: filters by status"],
      [
        "Invitation, claim and payment lead to `active`; a failed payment to `payment_issue` and back.",
        "managed-accounts: leads over invitation",
        "managed-accounts: goes to and fro",
        "managed-accounts: takes no step out of turn",
      ],
      [
        "The owner's invitation lives seven days from its last issue and can be issued again three times.",
        "managed-accounts: lets an invitation expire",
        "managed-accounts: counts the seven days",
      ],
      [
        "Releasing ends it in every state, with its grant.",
        "managed-accounts: ends when it is released",
        "managed-accounts: releases an active grant",
      ],
    ],
  },
  {
    title: "States: Invite",
    rules: [
      ["An invitation begins pending: 201, for seven days.", "invites: answers 201 with a pending invitation"],
      ["Accepting it sets `accepted_at` and joins the team.", "invites: by its token sets accepted_at"],
      ["Deleting it sets `revoked_at`.", "invites: are revoked while pending"],
      [
        "After seven days it has expired; one that was answered stays as it is.",
        "invites: expire after seven days",
        "invites: that were answered do not expire",
      ],
      ["Accepting any but a pending one is 422.", "invites: that is not pending any more is 422"],
    ],
  },
  {
    title: "States: Webhook delivery and endpoint",
    rules: [
      ["An attempt answered with any 2xx delivers the event.", "webhook-retries: is delivered"],
      ["Any other answer, a redirect or none at all is tried again.", "webhook-retries: is tried again"],
      [
        "An endpoint fails from its first failed attempt to its next success.",
        "webhook-retries: is failing from its first",
        "webhook-retries: stays on when one attempt",
      ],
      [
        "Turned on again, it is never sent what occurred while it was off, and forgets since when it was failing.",
        "webhook-retries: is never sent what occurred",
        "webhook-retries: forgets since when",
      ],
      ["Turned off by hand, what is pending has failed.", "webhook-retries: that is turned off by hand"],
    ],
  },
  {
    title: "States: Purchases",
    rules: [
      [
        "A plan checkout ends when the plan is active; no step before that counts.",
        "subscription: ends when the requested plan",
      ],
      [
        "Funding is credited once, whatever is repeated.",
        "funding-purchases: end when they are credited",
        "funding-purchases: credit exactly what was paid",
      ],
      [
        "Purchases and checkouts that nobody pays expire after 24 hours.",
        "funding-purchases: expire after 24 hours",
        "subscription: expires after 24 hours",
        "subscription: stays active or failed",
      ],
    ],
  },
  {
    title: "States: Validation operation",
    rules: [
      [
        "A started operation reserves its price, executes, and charges what was billable.",
        "validations: answers 202, reserves",
        "validations: charges for billable items only",
        "validations: settles an operation of many steps",
      ],
      ["One that cannot validate a single address fails at no charge.", "validations: fails, at no charge"],
      ["One that lacks funding waits; the same key resumes it.", "validations: waits when it needs funding"],
    ],
  },
  {
    title: "States: Campaign",
    rules: [
      ["A scheduled campaign can be called off, and is then never sent.", "campaigns: can be called off"],
      ["A live campaign can be held up, and one that is over put away.", "campaigns: is held up while it is live"],
    ],
  },
]
