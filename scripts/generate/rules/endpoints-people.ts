import type { RuleSection } from "./rule.ts"

export const people: readonly RuleSection[] = [
  {
    title: "Endpoints",
    rules: [
      [
        "There are the endpoints of the tables and the website form, no more and no fewer, with their statuses, keys and pages.",
        "../contract/endpoints: are those of",
        "../contract/endpoints: declare every error status",
        "../contract/endpoints: succeed with the statuses",
        "../contract/endpoints: read an idempotency key exactly",
        "../contract/endpoints: page exactly the lists",
      ],
      ["Every endpoint answers with every status that it declares.", "statuses: answers with every status"],
    ],
  },
  {
    title: "Sign-up, sign-in, OAuth popup",
    rules: [
      [
        "Signing up is 201 with the user and a JWT in the header, and begins an account of the person's own.",
        "auth: answers 201 with the user",
        "auth: begins an account",
      ],
      [
        "With an invitation's token it joins that team.",
        "auth: with an invitation's token",
        "auth: with a revoked invitation",
      ],
      ["What is wrong with a sign-up is 422, and nothing is changed.", "auth: is 422 and changes nothing"],
      [
        "Signing in is 200 with the user and a JWT of 15 days; wrong details are 401.",
        "auth: answers 200 with the user",
        "auth: hands out a JSON Web Token",
        "auth: is 401",
      ],
      ["Signing out is 204 and revokes that JWT alone.", "auth: answers 204 and revokes"],
      ["The popup's context names accounts, plans and the publishable key.", "oauth: names accounts, plans"],
      ["Subscribing puts the account on the plan and says what comes next.", "oauth: puts the account on the plan"],
      [
        "A launch answers a short-lived address on the API's own origin whose page posts to the provider's sign-in, with a token of its own against forgery.",
        "oauth: answers an address on the API's own origin",
        "oauth: is good for ten minutes",
        "oauth: refuses a form without its token",
      ],
    ],
  },
  {
    title: "User and impersonation",
    rules: [
      ["The user is the JWT's person; for an API key the account's owner.", "user: is the JWT's person"],
      [
        "Names, mobile, time zone and e-mail can be changed, one address or several; the rest stays.",
        "user: changes what is given",
        "user: takes an IANA time zone",
        "user: takes one address or several",
      ],
      ["What is wrong is 422 and changes nothing.", "user: refuses %s"],
      [
        "Impersonation says who acts as whom, and ends with an address to go to.",
        "impersonation: acts as the other person",
        "impersonation: ends with an address",
        "impersonation: is off for everyone",
      ],
    ],
  },
  {
    title: "Account, team, grants",
    rules: [
      [
        "The account's name and pictures can be changed, pictures by their blob IDs.",
        "account: takes a name and pictures",
        "account: refuses %s with 422",
      ],
      ["Accounts that a person can reach are listed by id, 100 a page.", "account: are a person's own and those"],
      [
        "A grant is shown to the account's canonical owner; 404 where there is none; a bad command is 400.",
        "management-grant: is shown to",
        "management-grant: is 404 for the owner",
        "management-grant: with the body %j is 400",
      ],
      [
        "An audience that is not a positive whole number is 422 `audience_invalid`.",
        "account: is 422 audience_invalid",
      ],
      [
        "Memberships change between member and admin, and are answered when removed; the owner's stays.",
        "memberships: change their role",
        "memberships: are removed",
        "memberships: refuse %j",
        "memberships: of the owner can be neither",
      ],
      ["A bad invitation is 422.", "invites: with %s is 422"],
      ["An invitation is accepted by its token, which is text.", "invites: takes no number for a token"],
    ],
  },
  {
    title: "Affiliate centre",
    rules: [
      [
        "The first look starts one background link, and is in setup until it is through.",
        "affiliate: starts one background link",
        "affiliate: is linked once the background",
      ],
      [
        "It links the affiliate that is known by the owner's address, or makes one.",
        "affiliate: links the affiliate that is known",
      ],
      [
        "POST does so at once: 201, and 200 from then on.",
        "affiliate: links at once when asked",
        "affiliate: links at once even while",
      ],
      [
        "An account without entitlement is 403; wrong names are 422.",
        "affiliate: is 403 for an account",
        "affiliate: refuses names",
      ],
    ],
  },
  {
    title: "Managed clients",
    rules: [
      ["Managed accounts are for manager accounts.", "managed-accounts: is for manager accounts"],
      [
        "The list is newest first, or sorted as asked, equal ones by id, and searched in any case.",
        "managed-accounts: comes newest first",
        "managed-accounts: sorts by",
        "managed-accounts: searches the account's name",
        "managed-accounts: with %s is 422",
      ],
      ["Creating needs an Idempotency-Key.", "managed-accounts: needs an Idempotency-Key"],
      [
        "The same key with other normalized input is 409; case and spaces make no other input.",
        "managed-accounts: answers 409 idempotency_conflict",
        "managed-accounts: takes another case",
      ],
      [
        "What the lifecycle does not allow is 409 and names the record.",
        "managed-accounts: of an owner who has been invited",
      ],
      [
        "Wrong input is 422 and uses no key up.",
        "managed-accounts: refuses %s with 422",
        "managed-accounts: does not use a key up",
      ],
    ],
  },
]
