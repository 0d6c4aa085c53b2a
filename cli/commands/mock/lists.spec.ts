import { boolean, choice, duration, integer, map, moment, text } from "../../line/command/flags.ts"
import type { CommandSpec } from "../../line/command/spec.ts"
import { exampleSetup } from "../../specs/example-setup.ts"
import { clear, control, follow, limit } from "../../specs/parts.ts"

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

export const requestsCommand: CommandSpec = control(
  "requests",
  "List the requests that were received; show one, or its code",
  {
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
  },
)

export const deliveriesCommand: CommandSpec = control("deliveries", "List every webhook attempt with its response", {
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
})

const messageColumns = ["id", "channel", "to", "subject", "status", "created_at"]

export const messagesCommand: CommandSpec = control(
  "messages",
  "List the messages that were sent; show or explain one",
  {
    control: [
      { call: "GET /messages", columns: messageColumns },
      { call: "GET /messages/{id}" },
      { call: "GET /messages/{id}/why" },
      { call: "GET /messages/latest" },
    ],
    description:
      "An id shows one message with its texts, headers and events. `--latest` shows the newest and waits for one if there is none yet. For one message `--code` prints only the code, `--link` only the address of that link, and `--why` what happened, with the rules behind it.",
    positionals: [integer("id", "This one in full.", { minimum: 1 })],
    flags: [
      text("to", "To this address or number; `*` is any text."),
      text("subject", "With this subject; `*` is any text."),
      choice("channel", ["email", "sms"], "Of this channel only."),
      choice("status", ["queued", "sent", "failed"], "With this status only."),
      text("status-reason-code", "Failed or bounced for this reason only, such as hard_bounce."),
      integer("brand-id", "Sent by this brand only.", { minimum: 1 }),
      text("link", "With a link of this address or text; `*` is any text.", { withId: "too" }),
      boolean("code", "With a code to type, such as a sign-in code.", { withId: "too" }),
      boolean("why", "What happened to it, with the rules behind it.", { withId: "only", conflicts: ["code", "link"] }),
      integer("after", "After the one with this id.", { minimum: 0 }),
      integer("before", "Before the one with this id: the next page.", { minimum: 1, conflicts: ["latest", "within"] }),
      boolean("latest", "The newest in full.", { conflicts: ["limit", "follow"] }),
      duration("within", "How long --latest waits, in real time; 5s when left out.", {
        conflicts: ["limit", "follow"],
      }),
      limit,
      follow,
    ],
    examples: [
      "mas mock messages --to '*@example.test' --limit 10",
      `${exampleSetup.message} && mas mock messages --latest --to ada@example.test`,
      `mas mock messages "$(${exampleSetup.message})" --why`,
    ],
  },
)

export const outboxCommand: CommandSpec = control("outbox", "List the mail that the service itself sent", {
  control: [{ call: "GET /outbox", columns: ["id", "kind", "to", "subject", "created_at"] }],
  flags: [text("to", "To this address only."), text("kind", "Of this kind only."), limit],
  examples: ["mas mock outbox"],
})

export const waitCommand: CommandSpec = control("wait", "Wait until messages, requests or deliveries arrive", {
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
