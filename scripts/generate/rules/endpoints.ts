import type { RuleSection } from "./rule.ts"

export const endpoints: readonly RuleSection[] = [
  {
    title: "Endpoints",
    rules: [
      [
        "There are the endpoints of the tables and the website form, no more and no fewer, with their statuses, keys and pages.",
        "../contract/endpoints: are the 72",
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
  {
    title: "Transactional messages",
    rules: [
      [
        "A message is accepted as `queued`, and sent right after.",
        "messages: is accepted as queued",
        "messages: is sent right after",
      ],
      [
        "An e-mail needs channel, address, subject and one of html, body and template.",
        "messages: without %s is 422",
        "messages: without html, body and template_id",
        "messages: needs no more than one of them",
        "../contract/messages: needs an address, a subject",
      ],
      ["`body` is plain text, `html` is HTML.", "messages: takes body as plain text"],
      [
        "Sender, reply address, headers and tags are for e-mail only.",
        "messages: which is for e-mail, is 422",
        "../contract/messages: names every field that is for e-mail only",
      ],
      [
        "The sender is a verified identity of the brand.",
        "messages: is a verified one of the brand",
        "messages: that is not one is 422",
        "messages: that was not verified",
      ],
      [
        "Reserved headers and tags are refused; the service's own tags are always set.",
        "messages: refuse the reserved tag",
        "messages: refuse the reserved header",
        "messages: are kept with the message",
        "messages: are the service's own tags alone",
      ],
      [
        "A key repeats no message: the same payload answers the first one, another is 409 `idempotency_conflict`.",
        "messages: with the same payload",
        "messages: with another payload",
        "messages: has one effect in many requests",
      ],
      ["The list has the brand's own.", "messages: has the brand's own, by ascending id"],
    ],
  },
  {
    title: "Webhooks",
    rules: [
      [
        "Creating answers the signing secret in full; other reads mask it, unless `reveal=true`.",
        "webhooks: is added with its signing secret",
        "webhooks: shows its secret masked",
      ],
      ["A wrong endpoint is 422.", "webhooks: added with %j is 422"],
      [
        "Address, events and the switch can be changed.",
        "webhooks: changes its URL",
        "webhooks: is turned off and on again",
      ],
      ["Deleting takes the delivery history along.", "webhooks: is deleted with its delivery history"],
      [
        "A test sends a sample through the signed path, `email.delivered` by default.",
        "webhooks: sends email.delivered when no type",
        "webhooks: of an endpoint that is off",
      ],
      ["Deliveries show status, response code and number of attempts.", "webhooks: has each delivery with status"],
    ],
  },
  {
    title: "Suppressions and delivery",
    rules: [
      [
        "Hard bounces and complaints suppress for good, soft bounces for seven days.",
        "suppressions: follows a hard bounce",
        "suppressions: follows a complaint",
        "suppressions: follows a soft bounce",
      ],
      [
        "The list has active ones by default, expired ones with `active=false`, and the filters of the table.",
        "suppressions: has the account's active ones",
        "suppressions: has the expired ones",
        "suppressions: is filtered by email",
      ],
      [
        "Mail to a suppressed address is accepted and then fails; campaigns leave it out.",
        "suppressions: is accepted and then fails",
        "campaigns: leaves out suppressed",
      ],
      [
        "Delivery status shows the brand's allowance and pacing, and neither reserves nor authorizes.",
        "delivery: shows allowance and pacing",
        "delivery: never reserves or authorizes",
      ],
    ],
  },
  {
    title: "Billing",
    rules: [
      [
        "A checkout is made once for a key: 201, then 200; another plan under that key is 409.",
        "subscription: answers 201 with a pending",
        "subscription: answers 200 with the same",
        "subscription: needs a key",
      ],
      [
        "An unknown plan is 404, a second checkout while one is pending 409.",
        "subscription: answers 404 for an unknown plan",
      ],
      ["Funding says what is there and what can be bought.", "funding-purchases: says what is there"],
      [
        "A funding purchase is made once for a key, within the limits that funding offers.",
        "funding-purchases: answer 201",
        "funding-purchases: answer 200",
        "funding-purchases: need a key",
        "funding-purchases: refuse %j",
        "funding-purchases: make one purchase",
      ],
    ],
  },
  {
    title: "Email validation",
    rules: [
      [
        "A quote counts candidates and says the most it costs and whether the funding suffices.",
        "validations: says how many addresses",
        "validations: counts suppressed addresses",
      ],
      [
        "Exactly one audience field, of the current brand.",
        "validations: takes the audience",
        "validations: refuses %j: exactly one",
      ],
      [
        "The same key with the same audience is the same operation; a changed audience conflicts.",
        "validations: answers the same operation",
        "validations: conflicts when the key",
      ],
      [
        "Results are kept for every candidate that the audience had at the start.",
        "validations: retains a result",
        "validations: validates the addresses that",
      ],
      ["Too little funding is no error.", "validations: needs funding when there is too little"],
      [
        "Current results cost nothing and count towards the standing.",
        "validations: takes current results",
        "validations: contributes current results",
      ],
      ["Neither an import, a schedule nor a send ever starts one.", "validations: is never triggered"],
      ["Validation proves no consent: nobody is subscribed by it.", "validations: proves no consent"],
    ],
  },
  {
    title: "Imports",
    rules: [
      [
        "An upload answers an import, and its file is read as time goes on.",
        "imports: answers 201 with a pending import",
        "imports: moves through processing",
      ],
      ["Known columns become fields, others go to `data`.", "imports: knows the columns"],
      ["Imported contacts join the lists of the options.", "imports: assigns the imported contacts"],
      [
        "Rows that fail are named by line; counts are exact, and 1,000 errors are kept.",
        "imports: names each row that fails",
        "imports: keeps 1,000 row errors",
        "imports: reads non-Latin names",
      ],
      [
        "The parts come in any order, options may be missing; what is wrong with them is refused by field.",
        "multipart: takes its parts in any order",
        "multipart: takes a file without options",
        "multipart: refuses %s with a 422",
        "multipart: refuses the list of another brand",
        "multipart: answers 415",
        "multipart: answers 400 or 422",
        "import-uploads: is refused as soon as",
      ],
      ["A file that cannot be read fails as a whole.", "imports: fails as a whole"],
    ],
  },
  {
    title: "Contacts, lists and other groups",
    rules: [
      [
        "A contact is added, or merged into the one with that e-mail in the brand; `opt_in` subscribes.",
        "contacts: adds a contact",
        "contacts: merges into",
        "contacts: does not subscribe",
        "contacts: keeps the subscription",
        "contacts: keeps brands apart",
        "contacts: refuses %j",
      ],
      [
        "Contacts are found by text and by list.",
        "contacts: finds by search",
        "contacts: lists the contacts of one list",
      ],
      [
        "A bulk change of a list says what became of every e-mail, creates nobody, and takes 10,000 at once.",
        "lists: adds a list",
        "lists: says of every e-mail what became of it when contacts are put",
        "lists: says of every e-mail what became of it when contacts are taken",
        "lists: creates no contacts",
        "lists: takes 10,000",
      ],
      [
        "A contact event belongs to a contact that is there, has a valid name and at most 32 KiB, and is stored once for a key.",
        "events: records an event",
        "events: answers 404 when the contact",
        "events: refuses the name",
        "events: takes names of 64",
        "events: needs exactly one",
        "events: replays 200",
      ],
      ["Contact events are filtered by name, contact and time.", "events: filters by event"],
      [
        "A campaign is a draft that can be changed until it is sent or scheduled.",
        "campaigns: begins a campaign",
        "campaigns: changes what is given",
        "campaigns: refuses %j",
      ],
      [
        "Sending reaches each subscribed contact of the audience once, now or at `deliver_at`.",
        "campaigns: sends at once: live",
        "campaigns: counts each subscribed",
        "campaigns: waits for deliver_at",
        "campaigns: sends at once when deliver_at",
      ],
      [
        "Without audience or template sending is 422; a second send is 409 `duplicate_campaign_send`.",
        "campaigns: answers 422 to sending",
        "campaigns: answers 409 duplicate",
      ],
      [
        "A template has a version that every change raises; a stale one is 409.",
        "templates: is added at version 1",
        "templates: grows by a version",
        "templates: with a stale if_version",
        "templates: without a name",
        "templates: whose %s is not Liquid",
        "templates: is listed with the others",
      ],
      ["A test send goes to each address once and says how it went.", "templates: goes to one address or several"],
      ["A flow begins as a draft.", "flows: begins a flow", "flows: refuses %j"],
      [
        "Segments are listed with their filters and count.",
        "segments: lists the brand's segments",
        "segments: holds the contacts",
      ],
      [
        "An attachment downloads as its bytes; one that was not scanned only when that is acknowledged.",
        "attachments: downloads as the bytes",
        "attachments: that was not scanned downloads",
      ],
    ],
  },
]
