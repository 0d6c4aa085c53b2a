import type { RuleSection } from "./rule.ts"

export const events: readonly RuleSection[] = [
  {
    title: "Events",
    rules: [
      [
        "Events tell of transactional e-mail: not of campaigns, SMS or test sends.",
        "campaigns: counts as use of e-mail",
        "webhook-events: is not emitted for SMS",
        "webhook-events: is not emitted for test sends",
      ],
      [
        "They go to endpoints of the brand that chose their type.",
        "webhook-events: goes to the endpoints of its own",
        "webhook-events: goes to the endpoints that chose",
      ],
    ],
  },
  {
    title: "Events: Event types",
    rules: [
      [
        "Each type is emitted when its table says, in order.",
        "webhook-events: @simulator.test makes happen",
        "webhook-events: any other address is delivered",
      ],
      [
        "The first open only, and the first click of each link.",
        "webhook-events: tells of the first open",
        "webhook-events: tells of each click",
      ],
      ["Quarantined mail is told to nobody.", "attachments: that is quarantined"],
      [
        "A reply is reported when it reaches an inbox address, and joins the conversation about the send.",
        "attachments: to an address that is no inbox",
        "attachments: joins the conversation",
        "attachments: finds its inbox",
      ],
      [
        "What happens to a message shows in its status and its reasons.",
        "webhook-events: shows in the message's status",
      ],
    ],
  },
  {
    title: "Events: Request to the endpoint",
    rules: [
      [
        "A POST of JSON with the service's User-Agent, id, timestamp and signature.",
        "webhook-events: comes with the four headers",
        "webhook-events: has an id of its own",
        "webhook-http: arrives as a signed POST",
      ],
      [
        "The body is an envelope of type, timestamp and data.",
        "webhook-events: is an envelope",
        "webhook-events: fits the contract's schema",
      ],
      [
        "The data has message, address, subject, tags, the key that was sent, and the event's own detail.",
        "webhook-events: leaves idempotency_key out",
        "webhook-events: has in its %s data",
      ],
      ["A test event has `test: true` and `message_id` null.", "webhooks: sends a sample of %s"],
      [
        "`email.received` has every field; id, key and tags only when it answers a send.",
        "attachments: that answers nothing is told",
        "attachments: that answers a send",
        "attachments: that is an automatic reply",
        "attachments: is described in the event",
      ],
      [
        "Text and html are cut at 64 KiB each, never inside a character, and `truncated` says so.",
        "attachments: are each cut at 64 KiB",
        "attachments: are never cut inside",
      ],
    ],
  },
  {
    title: "Events: Signature verification",
    rules: [
      [
        "HMAC-SHA256 over id, timestamp and raw body, keyed with the secret's bytes, compared with every `v1` value.",
        "webhook-events: is signed with the endpoint's secret",
        "../webhooks/judges: makes the signature of the specification",
        "../webhooks/judges: reproduces the example",
        "../webhooks/verify: accepts when any of several signatures",
        "../webhooks/verify: hashes bytes as received",
      ],
      [
        "A timestamp more than five minutes away is refused.",
        "../webhooks/verify: accepts a timestamp up to the tolerance",
      ],
    ],
  },
  {
    title: "Events: Acknowledgement, retries, duplicates",
    rules: [
      [
        "Any 2xx within 10 seconds acknowledges; a redirect is not followed.",
        "webhook-retries: is delivered",
        "webhook-attempt: is success for any 2xx",
        "webhook-http: that is a redirect",
        "webhook-http: that does not come in time",
      ],
      [
        "Seven attempts: at once, then after 1 min, 5 min, 30 min, 2 h, 8 h and 24 h; then the event has failed.",
        "webhook-retries: is tried after 1 min",
        "ladder: gets seven signed attempts",
        "webhook-retries: is made at the same times",
        "webhook-retries: is made by itself at the same times",
        "webhook-attempt: is a retry after the delay",
      ],
      [
        "The id stays, timestamp and signature are fresh on every attempt; a retry can arrive after later events.",
        "webhook-retries: keeps its id and body",
        "webhook-retries: can arrive after later ones",
      ],
      [
        "After three days of failures the next failed attempt, of whichever event, turns the endpoint off.",
        "webhook-retries: is turned off by the failed attempt",
        "ladder: is turned off at 94 h 36 min",
        "webhook-retries: is judged at each failed attempt",
        "webhook-retries: is turned off by a failure exactly 3 days",
        "webhook-attempt: gives the endpoint up exactly",
      ],
      [
        "An endpoint that fails holds up neither the others nor the request.",
        "webhook-retries: that fails does not touch the others",
        "webhook-http: is sent without anyone waiting",
        "webhook-http: has at most 16 requests",
      ],
      ["The account's owner is told by mail.", "webhook-retries: that was turned off by failures"],
    ],
  },
]
