import { webhookEventTypes } from "../../sdk/contract/models/webhook-event-types.ts"
import { boolean, choice, duration, integer, json, map, text } from "../line/command/flags.ts"
import type { CommandGroup, Flag, Positional } from "../line/command/spec.ts"
import { exampleSetup } from "../specs/example-setup.ts"
import { groupOf } from "../specs/parts.ts"

const secretLine = "printf '%s' whsec_YSBzZWNyZXQgZm9yIGFuIGV4YW1wbGUu"
const localMock = "mas mock --port 0 --detach"
const secret: Flag = text("secret", "Signing secret: @file, or - for stdin; MAS_WEBHOOK_SECRET when left out.", {
  secret: true,
  placeholder: "whsec|@file|-",
})
const body: Flag = text("body", "The body's exact bytes: text, @file, or - for stdin.", {
  required: true,
  placeholder: "text|@file|-",
})
const eventType: Positional = choice("type", webhookEventTypes, "Event type.", { required: true })

export const deliveryId = (name: string): Positional => ({
  name,
  type: "string",
  pattern: "^([1-9]\\d*|evt_.+)$",
  patternText: "must be a delivery's id, such as 7, or its event's, which begins with evt_",
  required: true,
  description: "The delivery's id, or its event's.",
})

const verbs = groupOf("webhooks", "Endpoints that get signed webhook events.", {
  listen: {
    summary: "Receive events on this machine: verify, show and forward them",
    streams: true,
    description: [
      "With a mock server on this machine it adds an endpoint, and removes it on Ctrl-C. A remote service needs a public HTTPS address that forwards here: pass it as --public-url, or add the endpoint yourself and pass its --secret.",
      "It prints the signing secret first, and checks the service every few seconds; after a restart, a mock server gets the endpoint again. On a terminal, r resends the last event, d shows its details, q quits.",
      "An existing endpoint, of --print-secret or --public-url, keeps its events and secret, whatever the flags; `mas webhooks update` changes it, `mas webhooks delete` removes it.",
      "The service gets the response of the program behind --forward-to, so that failures are retried. An event with a wrong signature, or a timestamp more than five minutes off, is refused and not forwarded; for a mock server's events, its clock applies.",
    ],
    flags: [
      text(
        "forward-to",
        "Forward each event to this address, such as localhost:3000/webhooks, with headers and bytes unchanged.",
        { placeholder: "url" },
      ),
      choice("events", webhookEventTypes, "Event types of this run; all when left out.", { array: true }),
      integer("port", "0 picks a free one.", { minimum: 0, maximum: 65_535, default: "0" }),
      text("public-url", "Public HTTPS address that forwards here, such as a tunnel's; added as an endpoint.", {
        format: "uri",
        placeholder: "url",
      }),
      secret,
      integer("count", "Stop after N events.", { minimum: 1 }),
      boolean(
        "print-secret",
        "Print only the endpoint's secret, and exit; the endpoint is kept for the next `listen`.",
      ),
      boolean("headers", "Show the headers of each event."),
      boolean("body", "Show the body of each event."),
      boolean("latest", "Start with the last past event."),
      boolean("skip-verify", "Do not verify signatures, nor the certificate of the --forward-to address."),
    ],
    examples: [
      `${localMock} && mas webhooks listen --forward-to http://127.0.0.1:3000/hooks --events email.delivered,email.bounced`,
      `${localMock} && mas webhooks listen --print-secret`,
    ],
  },
  check: {
    summary: "Check a receiver, in any language: what it accepts, refuses and does",
    description: [
      "Sends valid and forged requests, and prints a result for each check: what a receiver must do, what it should do, and what could not be checked; failures first, with how to fix them. Exits with 1 when a receiver misses what it must do, with --strict also what it should do. It takes at most 15 seconds, or --timeout. No service is needed.",
      "The events are real to the receiver: use a test environment. --effect counts the receiver's work, to detect work done twice or for forged requests; --break-work makes that work fail once.",
    ],
    positionals: [text("url", "Address of the receiver, such as localhost:3000/webhooks.", { required: true })],
    flags: [
      secret,
      text("effect", "Command or URL that prints how often the work was done so far, as a number.", {
        placeholder: "command|url",
      }),
      text("break-work", "Command or URL that makes the receiver's work fail once, the next time.", {
        placeholder: "command|url",
      }),
      choice("events", webhookEventTypes, "Types that the endpoint listens to; all when left out.", { array: true }),
      boolean("strict", "Also exit with 1 for what a receiver should do."),
      boolean("slow", "Also slow senders, a burst, and senders that stall: up to a minute."),
    ],
    examples: [`${secretLine} | mas webhooks check localhost:3000/webhooks --secret - --dry-run`],
  },
  health: {
    summary: "Report endpoints that are disabled, failing or silent, and lost events",
    description:
      "Prints a sentence for each problem; the exit code is 1 if there is one. No endpoint at all, or none for one of the --events, is a problem. For a cron job outside the receiver: a receiver that is down cannot alert.",
    flags: [
      duration("fail-after", "How long an endpoint may fail.", { default: "1h" }),
      text("since", "Deliveries that failed for good after this moment, or in the last 6h; seven days when left out.", {
        placeholder: "time|duration",
      }),
      choice(
        "events",
        webhookEventTypes,
        "Types that an endpoint must listen to; email.bounced, email.complained and email.failed when left out.",
        { array: true },
      ),
      text(
        "brands",
        "Brands to look at, by their sid: the service does not list them. The brand of the call when left out.",
        { array: true, placeholder: "sid" },
      ),
    ],
    examples: [`${exampleSetup.webhook} && mas webhooks health --events email.bounced --fail-after 6h`],
  },
  catchUp: {
    summary: "Send an address the events that an endpoint missed, newly signed",
    description:
      "Repairs what `mas webhooks health` calls lost, as `mas.catchUp()` does in code: each event of the endpoint's types since a moment, oldest first. An event that the service delivered has its own id: a receiver that knows it acknowledges it again. Of one from while the endpoint was disabled, what messages and suppressions tell is sent, with `source: caught-up`. What cannot be recovered is said, and what may repeat as its endpoint was deleted.",
    positionals: [integer("id", "The endpoint's id.", { minimum: 1, required: true })],
    flags: [
      text("since", "Events that happened after this moment, or in the last 6h.", {
        required: true,
        placeholder: "time|duration",
      }),
      text("to", "Address to send them to.", { required: true, placeholder: "url" }),
      boolean("failed", "Only events that the endpoint never acknowledged."),
    ],
    dryRun: "plan",
    examples: [
      `mas webhooks create --url https://hooks.example.com/mas --events email.sent --quiet && ${exampleSetup.message} && mas webhooks catch-up 1 --since 6h --to localhost:3000/webhooks --dry-run`,
    ],
  },
  resend: {
    summary: "Send a delivery again (a mock server does; the service has no call for it)",
    description:
      "Only for a mock server. The service itself retries failed attempts, and has no call that resends a delivery.",
    positionals: [deliveryId("delivery")],
    examples: [`mas webhooks resend "$(${exampleSetup.delivery})"`],
  },
  trigger: {
    summary: "Send a signed custom event to an address",
    description:
      "It starts from a sample of its type. --data replaces the sample's data, --input fields of the whole event; --set changes single fields of the data, such as `--set bounce.type=soft`.",
    positionals: [eventType],
    flags: [
      text("to", "Address to send it to.", { format: "uri", required: true, placeholder: "url" }),
      secret,
      json("data", "The event's data.", { fromFile: true }),
      text("input", "The whole event as JSON text, @file, or - for stdin. Other flags take precedence.", {
        placeholder: "json|@file|-",
      }),
      map("set", "One field of the data.", { placeholder: "path=value" }),
      text("id", "The event's id; a new one when left out."),
    ],
    examples: [
      `${secretLine} | mas webhooks trigger email.bounced --to http://127.0.0.1:3000/hooks --secret - --set to=ada@example.test --dry-run`,
    ],
  },
  verify: {
    summary: "Check the signature of a webhook that was received",
    flags: [
      body,
      secret,
      text("id", "The header webhook-id.", { required: true }),
      text("timestamp", "The header webhook-timestamp.", { required: true }),
      text("signature", "The header webhook-signature.", { required: true }),
      duration("tolerance", "Allowed difference of the timestamp from now.", { default: "5m" }),
    ],
    examples: [
      `${secretLine} | mas webhooks verify --body '{"type":"email.sent"}' --secret - --id evt_1 --timestamp 1767225600 --signature v1,vsNstUSivEpvQJhp1FcEUGKEt78ki6QZoOlwOr4EpiE= --tolerance 36500d`,
    ],
  },
  sign: {
    summary: "Print the headers that sign a body",
    flags: [
      body,
      secret,
      text("id", "The header webhook-id; a new one when left out."),
      text("timestamp", "Unix seconds, or a moment such as 2026-01-31T09:30:00Z; now when left out.", {
        placeholder: "seconds|time",
      }),
    ],
    examples: [`${secretLine} | mas webhooks sign --body '{"type":"email.sent"}' --secret -`],
  },
  secret: {
    summary: "Print only an endpoint's signing secret",
    positionals: [integer("id", "The endpoint's id.", { minimum: 1, required: true })],
    examples: [`mas webhooks secret "$(${exampleSetup.webhook})"`],
  },
})

export const webhooksGroup: CommandGroup = {
  ...verbs,
  headings: {
    "My receiver": ["listen", "check", "trigger", "verify", "sign"],
    "My endpoint": ["list", "create", "get", "update", "delete", "secret", "test", "health"],
    "Past events": ["deliveries", "resend", "catch-up"],
  },
}
