import type { RuleSection } from "./rule.ts"

export const sending: readonly RuleSection[] = [
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
      [
        "An SMS needs a number and a text, and takes nothing that is for e-mail.",
        "messages: needs a number and a text",
        "messages: to %s is 422",
        "messages: which is for e-mail, is 422",
      ],
      [
        "Templates are filled in with the message's data and the brand's contact, and can reach nothing else.",
        "templates: is filled in with the message's data",
        "templates: knows of a recipient who is no contact",
        "templates: sees only what it is given",
        "templates: refuses what would read files",
        "templates: that is not there, or of another brand",
      ],
      [
        "A value that would start another header line is refused.",
        "messages: refuse values that would start",
        "templates: cannot start a header line",
        "../contract/messages: refuses control characters",
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
        "A suppression holds in every brand of the account and in no other account.",
        "suppressions: fails in every brand of the account",
        "suppressions: works again once a soft bounce is over",
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
]
