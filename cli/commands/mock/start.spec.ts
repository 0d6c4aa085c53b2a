import { webhookTimes } from "../../../mock-server/base/clock.ts"
import { seeds } from "../../../mock-server/base/random.ts"
import { boolean, choice, duration, file, integer, moment, number, text } from "../../line/command/flags.ts"
import type { CommandSpec } from "../../line/command/spec.ts"
import { control } from "../../specs/parts.ts"

export const startCommand: CommandSpec = control("start", "Start a mock server of the whole service on this machine", {
  streams: true,
  description:
    "`mas mock` alone does the same. It keeps state, sends signed webhooks and retries them, on a clock that `mas mock advance` moves. The first Ctrl-C, SIGTERM or SIGHUP ends it with 0, after requests and webhooks in progress are finished; a second one ends it at once (130, 143, 129).",
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
