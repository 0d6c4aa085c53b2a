import type { RuleSection } from "./rule.ts"

export const work: readonly RuleSection[] = [
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
        "A campaign draws from the sending limit of 24 hours: it sends to as many as fit, and goes on when the window frees.",
        "campaigns: sends as many as the window",
        "campaigns: is the one that messages draw from",
      ],
      [
        "Without audience or template sending is 422; a second send is 409 `duplicate_campaign_send`, a change 422 `campaign_locked`.",
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
      [
        "A test send goes to each address once, says how it went, and leaves messages of the source `test`.",
        "templates: goes to one address or several",
        "templates: leaves messages with the source type test",
        "templates: to a suppressed address fails",
      ],
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
