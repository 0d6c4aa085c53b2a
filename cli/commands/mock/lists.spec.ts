import { boolean, choice, duration, integer, map } from "../../line/command/flags.ts"
import { allFields } from "../../line/command/spec.ts"
import { exampleSetup } from "../../specs/example-setup.ts"
import { clear, control, follow, type MockCommand } from "../../specs/parts.ts"

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

export const requestsCommand: MockCommand = control(
  "requests",
  "List the requests that were received; show one, or its code",
  {
    control: [
      { call: "DELETE /requests", when: "clear" },
      { call: "GET /requests/{id}/code", when: "code" },
      { call: "GET /requests/{id}", when: "id" },
      { call: "GET /requests", columns: requestColumns },
    ],
    from: "GET /requests",
    positionals: [integer("id", "This one with its bodies.", { minimum: 1 })],
    flags: [
      boolean("code", "Show it as curl, as a call of the client, as a command, and as a test.", { withId: "only" }),
      follow,
      { ...clear, conflicts: [allFields, "follow"] },
    ],
    examples: [
      "mas mock requests --status 422",
      "mas account get && mas mock requests 1",
      "mas account get && mas mock requests 1 --code",
    ],
  },
)

export const deliveriesCommand: MockCommand = control("deliveries", "List every webhook attempt with its response", {
  control: [{ call: "GET /deliveries", columns: deliveryColumns }],
  from: "GET /deliveries",
  flags: [follow],
  examples: ["mas mock deliveries"],
})

const messageColumns = ["id", "channel", "to", "subject", "status", "created_at"]

export const messagesCommand: MockCommand = control(
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
    from: "GET /messages",
    fields: {
      link: { withId: "too" },
      code: { description: "With a code to type, such as a sign-in code.", withId: "too" },
      before: { conflicts: ["latest", "within"] },
    },
    positionals: [integer("id", "This one in full.", { minimum: 1 })],
    flags: [
      boolean("why", "What happened to it, with the rules behind it.", { withId: "only", conflicts: ["code", "link"] }),
      boolean("latest", "The newest in full.", { conflicts: ["limit", "follow"] }),
      duration("within", "How long --latest waits, in real time; 5s when left out.", {
        conflicts: ["limit", "follow"],
      }),
      follow,
    ],
    examples: [
      "mas mock messages --to '*@example.test' --limit 10",
      `${exampleSetup.message} && mas mock messages --latest --to ada@example.test`,
      `mas mock messages "$(${exampleSetup.message})" --why`,
    ],
  },
)

export const outboxCommand: MockCommand = control("outbox", "List the mail that the service itself sent", {
  control: [{ call: "GET /outbox", columns: ["id", "kind", "to", "subject", "created_at"] }],
  from: "GET /outbox",
  examples: ["mas mock outbox"],
})

export const waitCommand: MockCommand = control("wait", "Wait until messages, requests or deliveries arrive", {
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
