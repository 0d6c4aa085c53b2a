import { campaignMoves } from "../../mock-server/resources/campaigns/campaigns.ts"
import { purchaseMoves } from "../../mock-server/resources/funding-purchases/funding-purchases.ts"
import { boolean, choice, duration, file, integer, text } from "../line/command/flags.ts"
import type { CommandGroup, CommandSpec } from "../line/command/spec.ts"
import { exampleSetup } from "../specs/example-setup.ts"
import { control, type MockCommand } from "../specs/parts.ts"
import { callCommands } from "./mock/calls.spec.ts"
import { faultsCommand } from "./mock/faults.spec.ts"
import { beginnings } from "./mock/fixtures.spec.ts"
import { deliveriesCommand, messagesCommand, outboxCommand, requestsCommand, waitCommand } from "./mock/lists.spec.ts"
import { outcomesCommand } from "./mock/outcomes.spec.ts"
import { startCommand } from "./mock/start.spec.ts"
import { timeCommands } from "./mock/time.spec.ts"
import { deliveryId } from "./webhooks.spec.ts"

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

/** The commands of `mas mock` as they are written: the generator adds the arguments and flags of control calls. */
export const mockGroup: CommandGroup & { readonly commands: readonly MockCommand[] } = {
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
    startCommand,
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
    requestsCommand,
    deliveriesCommand,
    messagesCommand,
    ...webhookCommands,
    waitCommand,
    outboxCommand,
    ...callCommands,
  ],
}
