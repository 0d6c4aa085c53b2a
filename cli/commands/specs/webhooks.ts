import { webhookEventTypes } from "../../../sdk/contract/models/webhook-events.ts"
import type { CommandGroup, Flag, Positional } from "../../command.ts"

const secret: Flag = {
  name: "secret",
  type: "string",
  secret: true,
  placeholder: "whsec|@file|-",
  description: "Signing secret: @file, or - for stdin; MAS_WEBHOOK_SECRET when left out.",
}
const body: Flag = {
  name: "body",
  type: "string",
  required: true,
  placeholder: "text|@file|-",
  description: "The body's exact bytes: text, @file, or - for stdin.",
}
const eventType: Positional = {
  name: "type",
  type: "string",
  required: true,
  choices: webhookEventTypes,
  description: "Event type.",
}

/** What the group `webhooks` has beside its endpoints. */
export const webhookGroup: CommandGroup = {
  name: "webhooks",
  about: "Endpoints that get signed webhook events.",
  commands: [
    {
      name: "webhooks.listen",
      words: ["webhooks", "listen"],
      summary: "Receive events on this machine, check and show them, and forward them",
      streams: true,
      description: [
        "With a mock server on this machine it adds an endpoint of its own, and removes it on Ctrl-C. A service elsewhere needs a public HTTPS address that leads here: give that as --public-url, or add the endpoint yourself and give its --secret.",
        "What the program behind --forward-to answers is what the service gets, so that failures are retried. An event whose signature is wrong is refused and not forwarded.",
      ],
      positionals: [],
      flags: [
        {
          name: "forward-to",
          type: "string",
          format: "uri",
          placeholder: "url",
          description: "Send each event on to this address, headers and bytes as they came.",
        },
        {
          name: "events",
          type: "string",
          array: true,
          choices: webhookEventTypes,
          description: "Event types to ask for; all when left out.",
        },
        {
          name: "port",
          type: "integer",
          minimum: 0,
          maximum: 65_535,
          default: "0",
          description: "0 picks a free one.",
        },
        {
          name: "public-url",
          type: "string",
          format: "uri",
          placeholder: "url",
          description: "HTTPS address that leads here, such as a tunnel's: it is added as an endpoint.",
        },
        secret,
        { name: "count", type: "integer", minimum: 1, description: "Stop after so many events." },
      ],
      examples: ["mas webhooks listen --forward-to http://127.0.0.1:3000/hooks --events email.delivered,email.bounced"],
    },
    {
      name: "webhooks.trigger",
      words: ["webhooks", "trigger"],
      summary: "Send a signed event of your own making to an address",
      description: [
        "It starts from a sample of its type. --data replaces the sample's data, or the whole event where it has a type; --set changes single fields of the data, such as `--set bounce.type=soft`.",
      ],
      positionals: [eventType],
      flags: [
        {
          name: "to",
          type: "string",
          format: "uri",
          required: true,
          placeholder: "url",
          description: "Address to send it to.",
        },
        secret,
        { name: "data", type: "string", placeholder: "json|@file|-", description: "The event's data as JSON." },
        { name: "set", type: "map", placeholder: "path=value", description: "One field of the data." },
        { name: "id", type: "string", description: "The event's id; a new one when left out." },
      ],
      examples: ["mas webhooks trigger email.bounced --to http://127.0.0.1:3000/hooks --set to=ada@example.test"],
    },
    {
      name: "webhooks.verify",
      words: ["webhooks", "verify"],
      summary: "Check the signature of a webhook that was received",
      positionals: [],
      flags: [
        body,
        secret,
        { name: "id", type: "string", required: true, description: "The header webhook-id." },
        { name: "timestamp", type: "string", required: true, description: "The header webhook-timestamp." },
        { name: "signature", type: "string", required: true, description: "The header webhook-signature." },
        {
          name: "tolerance",
          type: "string",
          format: "duration",
          default: "5m",
          description: "How far the timestamp may be from now.",
        },
      ],
      examples: [
        'mas webhooks verify --body @body.json --secret @secret.txt --id evt_1 --timestamp 1767225600 --signature "v1,…"',
      ],
    },
    {
      name: "webhooks.sign",
      words: ["webhooks", "sign"],
      summary: "Print the headers that sign a body",
      positionals: [],
      flags: [
        body,
        secret,
        { name: "id", type: "string", description: "The header webhook-id; a new one when left out." },
        {
          name: "timestamp",
          type: "string",
          placeholder: "seconds|time",
          description: "Unix seconds, or a moment such as 2026-01-31T09:30:00Z; now when left out.",
        },
      ],
      examples: ["mas webhooks sign --body @body.json --secret @secret.txt"],
    },
    {
      name: "webhooks.secret",
      words: ["webhooks", "secret"],
      summary: "Print an endpoint's signing secret, and nothing else",
      positionals: [{ name: "id", type: "integer", minimum: 1, required: true, description: "The endpoint's id." }],
      flags: [],
      examples: ["mas webhooks secret 1"],
    },
  ],
}
