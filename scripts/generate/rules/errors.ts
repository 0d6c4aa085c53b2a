import type { RuleSection } from "./rule.ts"

export const errors: readonly RuleSection[] = [
  {
    title: "Errors",
    rules: [
      [
        "Every error has the error shape; 401, 405, 429 and 503 carry the header that helps.",
        "statuses: answers with every status",
        "answer-check: sees %s",
        "../contract/openapi: answers errors in the error shape",
      ],
      [
        "The popup's endpoints answer 400 and 422 with an error text alone.",
        "oauth: answers 400 with",
        "oauth: answers 422 with",
        "control-faults: with 400 or 422",
      ],
      [
        "Records that are not there, or not the caller's, are 404.",
        "memberships: of other accounts",
        "invites: of other accounts",
      ],
      [
        "A path that is none is 404, a method that it does not have 405 with `Allow`, an unknown parameter 422.",
        "requests: to a path that is none",
        "requests: with a method that the path does not have",
        "requests: with a query parameter",
        "requests: with a query that is no whole number",
      ],
      ["From 80 % of the capacity on `capacity_recovery` warns and names the way out.", "delivery: warns from 80 %"],
    ],
  },
]

export const limits: readonly RuleSection[] = [
  {
    title: "Limits",
    rules: [
      [
        "Lists come in pages by ascending id, 30 unless said otherwise, 100 at most, with the pagination headers.",
        "contacts: pages by ascending id",
        "pagination: counts and numbers",
        "pagination: clamp a size",
        "pagination: take limit, per or per_page",
        "pagination: have every row once",
        "pagination: refuses",
        "webhooks: is paged",
      ],
      [
        "Accounts, memberships and invitations come 100 a page, managed accounts 25.",
        "memberships: come in pages of 100",
        "invites: are listed in pages of 100",
        "managed-accounts: comes in pages of 25",
        "account: are a person's own and those",
      ],
      [
        "An idempotency key has 1 to 128 printable characters, must be there where it is required, belongs to account, brand and endpoint, and is used up by success alone.",
        "requests: is 1 to 128 printable",
        "requests: must be there exactly",
        "requests: is not used up by a request",
        "messages: is another one in another brand",
        "isolation: knows a contact, a sender",
      ],
      [
        "The same key with the same meaning is the same request, whatever the order of its fields.",
        "requests: answers the same body whatever",
      ],
      ["A brand has ten webhooks at most.", "webhooks: that is the eleventh"],
      [
        "A webhook's address is HTTPS, public and without credentials, when it is set and when it is connected to.",
        "webhooks: at %s is 422",
        "webhook-address: can be",
        "webhook-address: cannot be",
        "webhook-address: cannot lead to",
        "webhook-http: is refused when the name leads",
        "webhook-http: is refused to the literal address",
      ],
      [
        "A JSON body has 5 MiB at most, an import 100 MiB; more is 413, another type 415, what cannot be read 400.",
        "statuses: answers with every status",
        "multipart: answers 413 past",
        "json-bounds: a body nested deeper",
      ],
      [
        "Deliveries are kept for seven days.",
        "webhooks: keeps deliveries for seven days",
        "ladder: keeps its deliveries",
      ],
      [
        "The plan's cap for the account's standing holds over 24 hours; a send past it is 429 until the window frees.",
        "delivery: takes the plan's cap",
        "delivery: is 429 sending_capacity_reached",
        "delivery: sends nothing, stores nothing",
        "delivery: is shared by the account's brands",
        "delivery: always has the sum of the last window",
      ],
    ],
  },
]

export const versioning: readonly RuleSection[] = [
  {
    title: "Versioning",
    rules: [
      [
        "The description is OpenAPI 3.1, version 1.1.6, and has every endpoint under `/v1/` and nothing else.",
        "../contract/openapi: states its version",
        "../contract/openapi: has an operation for every endpoint",
        "../contract/openapi: has nothing that an independent linter",
      ],
    ],
  },
]
