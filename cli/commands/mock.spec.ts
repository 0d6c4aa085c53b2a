import { webhookTimes } from "../../mock-server/base/clock.ts"
import { seeds } from "../../mock-server/base/random.ts"
import { campaignMoves } from "../../mock-server/resources/campaigns/campaigns.ts"
import { purchaseMoves } from "../../mock-server/resources/funding-purchases/funding-purchases.ts"
import { boolean, choice, duration, file, integer, map, moment, number, text } from "../line/command/flags.ts"
import type { CommandGroup, CommandSpec } from "../line/command/spec.ts"
import { exampleSetup } from "../specs/example-setup.ts"
import { clear, control, follow, limit } from "../specs/parts.ts"
import { faultsCommand } from "./mock/faults.spec.ts"
import { beginnings } from "./mock/fixtures.spec.ts"
import { messageColumns, messagesCommand } from "./mock/messages.spec.ts"
import { outcomesCommand } from "./mock/outcomes.spec.ts"
import { timeCommands } from "./mock/time.spec.ts"
import { deliveryId } from "./webhooks.spec.ts"

const requestColumns = ["id", "time", "method", "path", "status", "duration_ms", "credential_kind"]
const deliveryColumns = [
  "id",
  "delivery_id",
  "webhook_id",
  "event_type",
  "attempt",
  "response_status",
  "error",
  "sent_at",
  "event_id",
]

const webhookCommands: readonly CommandSpec[] = [
  control("redeliver", "Resend a webhook delivery's event now", {
    control: [{ call: "POST /deliveries/{id}/redeliver" }],
    positionals: [deliveryId("id")],
    flags: [boolean("retry", "Make the delivery's next attempt now; without it, a new delivery is made.")],
    examples: [`mas mock redeliver "$(${exampleSetup.delivery})"`],
  }),
  control("webhooks", "Show a webhook endpoint of any brand, rotate its secret, or allow local ones", {
    control: [
      { call: "POST /webhooks/{id}/rotate", when: "rotate" },
      { call: "GET /webhooks/{id}", when: "id" },
      { call: "POST /webhooks/allow_local" },
    ],
    positionals: [integer("id", "The endpoint; it is shown with its secret in full.", { minimum: 1 })],
    flags: [
      boolean("rotate", "Give it a new secret, and sign with both for a while.", { withId: "only" }),
      duration("grace", "How long the old secret signs as well.", {
        default: "1d",
        withId: "only",
        implies: ["rotate"],
        at: ["body", "grace"],
      }),
      boolean("allow-local", "Allow endpoints on this machine, over plain HTTP too, until the mock server ends."),
    ],
    exactlyOneOf: ["id", "allow-local"],
    examples: [
      `mas mock webhooks "$(${exampleSetup.webhook})"`,
      `mas mock webhooks "$(${exampleSetup.webhook})" --rotate --grace 1h`,
      "mas mock webhooks --allow-local",
    ],
  }),
]

const waitCommand: CommandSpec = control("wait", "Wait until messages, requests or deliveries arrive", {
  control: [
    { call: "GET /messages/wait", columns: messageColumns },
    { call: "GET /requests/wait", columns: requestColumns },
    { call: "GET /deliveries/wait", columns: deliveryColumns },
  ],
  positionals: [choice("for", ["messages", "requests", "deliveries"], "What to wait for.", { required: true })],
  flags: [
    integer("count", "How many.", { minimum: 1, default: "1" }),
    duration("within", "How long, in real time.", { default: "5s" }),
    map("where", "Only those with this field value: a filter of the list, such as to, path or event_type.", {
      placeholder: "field=value",
    }),
  ],
  examples: [`${exampleSetup.message} && mas mock wait messages --where to=ada@example.test --within 30s`],
})

const start = control("start", "Start a mock server of the whole service on this machine", {
  streams: true,
  description:
    "`mas mock` alone does the same. It keeps state, sends signed webhooks and retries them, on a clock that `mas mock advance` moves. Ctrl-C stops it after requests and webhooks in progress are finished.",
  flags: [
    integer("port", "0 picks a free one.", { minimum: 0, maximum: 65_535, default: "4010" }),
    text("host", "Address to listen on.", { default: "127.0.0.1" }),
    text(
      "allow-host",
      "Further host name to answer to, such as mas in a container network; .corp.test is a domain with its subdomains, * every name.",
      {
        array: true,
        placeholder: "name",
        pattern: "^(\\*|\\[[\\da-fA-F:.]+\\]|[^\\s:/?#@\\[\\]*]+)(:\\d{1,5})?$",
        patternText: "must be a host name such as mas, a domain such as .corp.test, or * for every name",
      },
    ),
    boolean("frozen", "Time stands still until it is advanced."),
    number("rate", "Time runs N times as fast, up to 3600.", {
      minimum: 1,
      maximum: 3_600,
      conflicts: ["frozen"],
    }),
    moment("now", "Where time starts; now when left out."),
    integer("seed", "Determines ids, secrets and random choices.", {
      minimum: seeds.least,
      maximum: seeds.most,
      default: "1",
    }),
    boolean(
      "local-webhooks",
      "Allow webhook endpoints on this machine, over plain HTTP too; on when left out, off with a --host that others reach.",
    ),
    choice(
      "sign-with",
      webhookTimes,
      "The clock for webhook signatures: the machine's (real), with which receivers compare, or the world's. With a --host that others reach, `world` when left out, else `real`.",
    ),
    text(
      "allow-webhooks-to",
      "Further webhook endpoint to allow, not on the public internet, such as app:3000; over plain HTTP too.",
      {
        array: true,
        pattern:
          "^(\\[[\\da-fA-F:.]+\\]|[^\\s:/?#@\\[\\]]+)(:([0-5]?\\d{1,4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5]))?$",
        patternText: "must be a host, or a host with a port, such as app:3000",
        placeholder: "host[:port]",
      },
    ),
    duration("message-latency", "Time from a message to each of its events, such as 30s; 0 when left out."),
    text("rate-limit", "Requests a second for each credential; no limit when left out.", {
      pattern: "^[1-9]\\d*(/s)?$",
      patternText: "must be a number of requests a second, such as 10/s",
      placeholder: "n/s",
    }),
    file("fixtures", "File with the initial state, YAML or JSON.", { placeholder: "path" }),
    integer("max-worlds", "Maximum number of worlds besides the main one.", { minimum: 0, default: "1000" }),
    file("state", "File that keeps the state between runs: what was answered is in it, even after a kill.", {
      placeholder: "path",
    }),
    choice(
      "log",
      ["pretty", "json", "off"],
      "A line on stderr for each request; pretty on a terminal, off elsewhere, when left out.",
    ),
    boolean("detach", "Start it in the background, and exit once it responds. `mas mock stop` stops it.", {
      short: "d",
    }),
  ],
  examples: [
    "mas mock --port 0",
    "mas mock --port 0 --detach",
    "mas mock --port 0 --frozen --no-local-webhooks",
    "mas mock --port 0 --message-latency 2s",
    "mas mock --port 0 --host 0.0.0.0 --allow-host mas --allow-webhooks-to app:3000",
  ],
})

/** The flags of `mas mock requests` that clearing would ignore. */
const requestFilters = [
  ...[
    "method",
    "path",
    "status",
    "query",
    "endpoint",
    "credential-kind",
    "idempotency-key",
    "since",
    "after",
    "failed",
  ],
  ...["limit", "follow"],
]

export const mockGroup: CommandGroup = {
  name: "mock",
  defaultVerb: "start",
  about: "A mock server of the whole service: start it, move its clock, look inside.",
  headings: {
    "The server": ["start", "stop", "status", "world", "worlds", "capacity"],
    Time: ["clock", "advance", "timers", "checkpoints", "rewind"],
    "What was sent": ["messages", "event", "outcomes", "inbound", "outbox", "wait"],
    "Requests and faults": ["requests", "faults", "rule"],
    Webhooks: ["deliveries", "redeliver", "webhooks"],
    "What happens outside the API": ["pay", "campaigns", "flows", "grants", "managed-accounts"],
    "Initial state": ["reset", "fixtures", "snapshot", "restore", "sender", "fill", "credentials", "revoke"],
  },
  commands: [
    start,
    control("stop", "Stop the mock server of this folder, or all of them", {
      description:
        "Open requests are finished first. It knows the servers that this user started with `mas mock`. If several run, it stops the one started in this folder or a parent; otherwise pass --base-url.",
      flags: [boolean("all", "Stop all of them.")],
      examples: ["mas mock --port 0 --detach && mas mock stop"],
    }),
    ...timeCommands,
    control("reset", "Reset the world to its seed", {
      control: [{ call: "POST /reset" }],
      examples: ["mas mock reset"],
    }),
    control("world", "Show the seeded world: credentials, users, ids", {
      control: [{ call: "GET /world" }],
      examples: ["mas mock world"],
    }),
    control("status", "Check that the mock server responds, and show its clock, requests, deliveries, faults", {
      control: [{ call: "GET /health" }],
      examples: ["mas mock status"],
    }),
    control("snapshot", "Print the whole state as JSON, or write it to a file", {
      control: [{ call: "GET /snapshot" }],
      flags: [file("to", "File to write; `-` is stdout.")],
      examples: ["mas mock snapshot --to state.json"],
    }),
    control("restore", "Restore a snapshot", {
      control: [{ call: "PUT /snapshot" }],
      positionals: [file("file", "The snapshot; `-` is stdin.", { required: true })],
      examples: ["mas mock snapshot --to state.json && mas mock restore state.json"],
    }),
    ...beginnings,
    faultsCommand,
    outcomesCommand,
    control("inbound", "Let a mail arrive at an inbox address", {
      control: [{ call: "POST /inbound" }, { call: "POST /inbound/eml" }],
      flags: [
        file("eml", "The mail as a file in mailbox format; `-` is stdin.", {
          conflicts: ["subject", "text", "html", "in-reply-to", "auto-submitted", "attach", "unscanned"],
        }),
        text("from", "The sender: an address with or without a name, `<>`, or any text.", {
          implies: ["to", "subject"],
        }),
        text("to", "An inbox address; with --eml, the mail's own by default."),
        text("subject", "The subject.", { fromFile: true }),
        text("text", "The text part.", { fromFile: true }),
        text("html", "The HTML part.", { fromFile: true }),
        text("in-reply-to", "The message that it replies to.", { placeholder: "message-id" }),
        boolean("auto-submitted", "An automatic reply."),
        boolean("quarantined", "Spam or the like: no event is sent."),
        file("attach", "A file to attach; it counts as scanned.", { array: "uncut" }),
        boolean("unscanned", "The attachments were not scanned yet.", { implies: ["attach"] }),
      ],
      exactlyOneOf: ["from", "eml"],
      examples: [
        "mas mock inbound --from ada@example.test --to inbox@acme.test --subject Hello --text Hi",
        "printf 'From: Ada <ada@example.test>\\nTo: inbox@acme.test\\nSubject: Hello\\n\\nHi\\n' | mas mock inbound --eml -",
      ],
    }),
    control("pay", "Pay a funding purchase or a plan checkout in place of the payer, or let it fail", {
      control: [{ call: "POST /purchases/{id}/{move}" }, { call: "POST /checkouts/{purchase_id}/{move}" }],
      positionals: [
        text("what", "The payment address (checkout_url), or the purchase's number; the last one when left out."),
      ],
      flags: [
        choice("outcome", purchaseMoves, "What the payer does. `begin` is for funding purchases.", { default: "pay" }),
      ],
      examples: [
        `mas mock pay "$(${exampleSetup.purchase})"`,
        `${exampleSetup.checkout} && mas mock pay --outcome fail`,
      ],
    }),
    control("campaigns", "Explain a campaign's state; pause, resume, cancel or archive it", {
      control: [{ call: "POST /campaigns/{id}/{move}", when: "move" }, { call: "GET /campaigns/{id}/why" }],
      positionals: [
        integer("id", "The campaign.", { minimum: 1, required: true }),
        choice(
          "move",
          campaignMoves,
          "What happens to it; without it, its state is explained, with the rule behind it.",
        ),
      ],
      examples: [
        `mas mock campaigns "$(${exampleSetup.campaign})"`,
        `mas mock campaigns "$(${exampleSetup.campaign})" archive`,
      ],
    }),
    control("requests", "List the requests that were received; show one, or its code", {
      control: [
        { call: "DELETE /requests", when: "clear" },
        { call: "GET /requests/{id}/code", when: "code" },
        { call: "GET /requests/{id}", when: "id" },
        { call: "GET /requests", columns: requestColumns },
      ],
      positionals: [integer("id", "This one with its bodies.", { minimum: 1 })],
      flags: [
        boolean("code", "Show it as curl, as a call of the client, as a command, and as a test.", { withId: "only" }),
        text("method", "With this method only."),
        text("path", "With this path only.", { placeholder: "path|glob" }),
        integer("status", "With this status only."),
        text("query", "With this query only.", { placeholder: "query|glob" }),
        text("endpoint", "Of this endpoint only, such as messages.send.", { placeholder: "name|glob" }),
        text("credential-kind", "With this kind of credential only, such as api_key."),
        text("idempotency-key", "With this idempotency key only.", { placeholder: "key|glob" }),
        moment("since", "From this moment on."),
        integer("after", "After the one with this id.", { minimum: 0 }),
        boolean("failed", "With an error response, or none."),
        limit,
        follow,
        { ...clear, conflicts: requestFilters },
      ],
      examples: [
        "mas mock requests --status 422",
        "mas account get && mas mock requests 1",
        "mas account get && mas mock requests 1 --code",
      ],
    }),
    control("deliveries", "List every webhook attempt with its response", {
      control: [{ call: "GET /deliveries", columns: deliveryColumns }],
      flags: [
        integer("webhook-id", "To this endpoint only.", { minimum: 1 }),
        integer("delivery-id", "Of this delivery only.", { minimum: 1 }),
        text("event-id", "Of this event only.", { placeholder: "id|glob" }),
        text("event-type", "Of events of this type only.", { placeholder: "type|glob" }),
        integer("message-id", "Of events of this message only.", { minimum: 1 }),
        text("url", "To this address only.", { placeholder: "url|glob" }),
        integer("attempt", "With this number within their delivery only.", { minimum: 1 }),
        integer("response-status", "With this response status only."),
        integer("after", "After the one with this id.", { minimum: 0 }),
        limit,
        follow,
      ],
      examples: ["mas mock deliveries"],
    }),
    messagesCommand,
    ...webhookCommands,
    waitCommand,
    control("outbox", "List the mail that the service itself sent", {
      control: [{ call: "GET /outbox", columns: ["id", "kind", "to", "subject", "created_at"] }],
      flags: [text("to", "To this address only."), text("kind", "Of this kind only."), limit],
      examples: ["mas mock outbox"],
    }),
  ],
}
