import { webhookTimes } from "../../../mock-server/base/clock.ts"
import { seeds } from "../../../mock-server/base/random.ts"
import type { CommandGroup, CommandSpec } from "../../command/spec.ts"
import { exampleSetup } from "./example-setup.ts"
import { faultsCommand } from "./mock-faults.ts"
import { beginnings } from "./mock-fixtures.ts"
import { messagesCommand } from "./mock-messages.ts"
import { outcomesCommand } from "./mock-outcomes.ts"
import { timeCommands } from "./mock-time.ts"
import { waitCommand } from "./mock-wait.ts"
import { webhookCommands } from "./mock-webhooks.ts"
import { clear, control, follow, limit } from "./parts.ts"

const start: CommandSpec = {
  name: "mock.start",
  words: ["mock", "start"],
  summary: "Start a mock server of the whole service on this machine",
  streams: true,
  description: [
    "It keeps state, sends signed webhooks and retries them, on a clock that `mas mock advance` moves. Ctrl-C stops it: what is in flight is finished first.",
  ],
  positionals: [],
  flags: [
    { name: "port", type: "integer", minimum: 0, maximum: 65_535, default: "4010", description: "0 picks a free one." },
    { name: "host", type: "string", default: "127.0.0.1", description: "Address to listen on." },
    {
      name: "allow-host",
      type: "string",
      array: true,
      placeholder: "name",
      pattern: "^(\\*|\\[[\\da-fA-F:.]+\\]|[^\\s:/?#@\\[\\]*]+)(:\\d{1,5})?$",
      patternText: "must be a host name such as mas, a domain such as .corp.test, or * for every name",
      description:
        "Host name to answer beside those of this machine, such as mas in a network of containers; .corp.test is a domain with all below it, * every name.",
    },
    { name: "frozen", type: "boolean", description: "Time stands still until it is advanced." },
    {
      name: "rate",
      type: "number",
      minimum: 1,
      maximum: 3_600,
      conflicts: ["frozen"],
      description: "Time goes so many times as fast, up to 3600.",
    },
    { name: "now", type: "string", format: "moment", description: "Where time starts; now when left out." },
    {
      name: "seed",
      type: "integer",
      minimum: seeds.least,
      maximum: seeds.most,
      default: "1",
      description: "Decides ids, secrets and coin tosses.",
    },
    {
      name: "allow-local-webhooks",
      type: "boolean",
      description: "Lets webhook endpoints be on this machine, over plain HTTP too.",
    },
    {
      name: "sign-with",
      type: "string",
      choices: webhookTimes,
      default: "world",
      description:
        "The clock that webhooks are signed by: the world's, or the machine's (real), as receivers compare it with.",
    },
    {
      name: "allow-webhooks-to",
      type: "string",
      array: true,
      pattern:
        "^(\\[[\\da-fA-F:.]+\\]|[^\\s:/?#@\\[\\]]+)(:([0-5]?\\d{1,4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5]))?$",
      patternText: "must be a host, or a host with a port, such as app:3000",
      placeholder: "host[:port]",
      description:
        "Webhook endpoint to let in beside those of the public internet, such as app:3000; over plain HTTP too.",
    },
    {
      name: "message-latency",
      type: "string",
      format: "duration",
      description: "How long a message takes to each of its events, such as 30s; 0 when left out.",
    },
    {
      name: "rate-limit",
      type: "string",
      pattern: "^[1-9]\\d*(/s)?$",
      patternText: "must be a number of requests a second, such as 10/s",
      placeholder: "n/s",
      description: "Requests a second for each credential; no limit when left out.",
    },
    {
      name: "fixtures",
      type: "string",
      format: "file",
      placeholder: "path",
      description: "File of what there is to begin with, YAML or JSON.",
    },
    {
      name: "max-worlds",
      type: "integer",
      minimum: 0,
      default: "1000",
      description: "How many worlds there may be beside the main one.",
    },
    {
      name: "state",
      type: "string",
      format: "file",
      placeholder: "path",
      description: "File that keeps the state between runs.",
    },
    {
      name: "log",
      type: "string",
      choices: ["pretty", "json", "off"],
      description: "A line on stderr for each request; pretty on a terminal, off elsewhere, when left out.",
    },
    {
      name: "detach",
      short: "d",
      type: "boolean",
      description: "Start it beside this command, and end once it answers. `mas mock stop` stops it.",
    },
  ],
  examples: [
    "mas mock start --port 0 --detach",
    "mas mock start --port 0 --frozen",
    "mas mock start --port 0 --allow-local-webhooks --message-latency 2s",
    "mas mock start --port 0 --host 0.0.0.0 --allow-host mas --allow-webhooks-to app:3000",
  ],
}

export const mockGroup: CommandGroup = {
  name: "mock",
  about: "A mock server of the whole service: start it, move its clock, look inside.",
  commands: [
    start,
    control("stop", "Stop the mock server of this folder, or all of them", {
      description: [
        "What is in flight is finished first. It knows the servers that `mas mock start` started for this user. Where several run, it stops the one that was started in this folder or above; else name one with --base-url.",
      ],
      flags: [{ name: "all", type: "boolean", description: "Every one of them." }],
      examples: ["mas mock start --port 0 --detach && mas mock stop"],
    }),
    ...timeCommands,
    control("reset", "Put the world back to its seed", { examples: ["mas mock reset"] }),
    control("world", "Show the seeded world: credentials, users, ids", { examples: ["mas mock world"] }),
    control("state", "Show how the server stands: clock, requests, deliveries, faults", {
      examples: ["mas mock state"],
    }),
    control("snapshot", "Print the whole state as JSON, or write it to a file", {
      flags: [{ name: "to", type: "string", format: "file", description: "File to write; `-` is stdout." }],
      examples: ["mas mock snapshot --to state.json"],
    }),
    control("restore", "Put a snapshot's state back", {
      positionals: [
        { name: "file", type: "string", format: "file", required: true, description: "The snapshot; `-` is stdin." },
      ],
      examples: ["mas mock snapshot --to state.json && mas mock restore state.json"],
    }),
    ...beginnings,
    faultsCommand,
    outcomesCommand,
    control("inbound", "Let a mail arrive at an inbox address", {
      flags: [
        {
          name: "eml",
          type: "string",
          format: "file",
          conflicts: ["subject", "text", "html", "in-reply-to", "auto-submitted", "attach", "unscanned"],
          description: "The mail as a file, as it lies in a mailbox; `-` is stdin.",
        },
        {
          name: "from",
          type: "string",
          implies: ["to", "subject"],
          description: "Who writes: an address with or without a name, `<>`, anything.",
        },
        { name: "to", type: "string", description: "An inbox address; with --eml the one that the mail names." },
        { name: "subject", type: "string", fromFile: true, description: "What about." },
        { name: "text", type: "string", fromFile: true, description: "The text part." },
        { name: "html", type: "string", fromFile: true, description: "The HTML part." },
        { name: "in-reply-to", type: "string", placeholder: "message-id", description: "The message that it answers." },
        { name: "auto-submitted", type: "boolean", description: "An automatic reply." },
        { name: "quarantined", type: "boolean", description: "Spam or the like: nobody is told of it." },
        {
          name: "attach",
          type: "string",
          format: "file",
          array: "uncut",
          description: "A file to attach; it counts as scanned.",
        },
        {
          name: "unscanned",
          type: "boolean",
          implies: ["attach"],
          description: "What is attached was not scanned yet.",
        },
      ],
      exactlyOneOf: ["from", "eml"],
      examples: [
        "mas mock inbound --from ada@example.test --to inbox@acme.test --subject Hello --text Hi",
        "printf 'From: Ada <ada@example.test>\\nTo: inbox@acme.test\\nSubject: Hello\\n\\nHi\\n' | mas mock inbound --eml -",
      ],
    }),
    control("pay", "Pay a funding purchase or a plan checkout, as the person who is to pay would", {
      positionals: [
        {
          name: "what",
          type: "string",
          description: "The address to pay at (checkout_url), or the purchase's number; the last one when left out.",
        },
      ],
      examples: [`mas mock pay "$(${exampleSetup.purchase})"`],
    }),
    control("requests", "List the requests that were made", {
      flags: [
        { name: "method", type: "string", description: "By this method only." },
        { name: "path", type: "string", placeholder: "path|glob", description: "Of this path only." },
        { name: "status", type: "integer", description: "With this status only." },
        { name: "since", type: "string", format: "moment", description: "From this moment on." },
        { name: "after", type: "integer", minimum: 0, description: "After the one with this id." },
        { name: "failed", type: "boolean", description: "Answered by an error, or not at all." },
        limit,
        follow,
        { ...clear, conflicts: ["method", "path", "status", "since", "after", "failed", "limit", "follow"] },
      ],
      examples: ["mas mock requests --status 422"],
    }),
    control("deliveries", "List every webhook attempt with its answer", {
      flags: [
        { name: "webhook-id", type: "integer", minimum: 1, description: "To this endpoint only." },
        { name: "delivery-id", type: "integer", minimum: 1, description: "Of this delivery only." },
        { name: "event-id", type: "string", description: "Of this event only." },
        { name: "event-type", type: "string", description: "Of events of this type only." },
        { name: "after", type: "integer", minimum: 0, description: "After the one with this id." },
        limit,
        follow,
      ],
      examples: ["mas mock deliveries"],
    }),
    messagesCommand,
    ...webhookCommands,
    waitCommand,
    control("outbox", "List the mail that the service itself sent", {
      flags: [
        { name: "to", type: "string", description: "To this address only." },
        { name: "kind", type: "string", description: "Of this kind only." },
        limit,
      ],
      examples: ["mas mock outbox"],
    }),
  ],
}
