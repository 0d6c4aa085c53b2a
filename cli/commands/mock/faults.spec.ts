import { cuts, signatureFlaws } from "../../../mock-server/base/injected-fault.ts"
import { seeds } from "../../../mock-server/base/random.ts"
import { profileNames } from "../../../mock-server/world/fault-profiles.ts"
import { boolean, choice, duration, integer, map, number, text } from "../../line/command/flags.ts"
import type { CommandSpec, Flag } from "../../line/command/spec.ts"
import { clear, control } from "../../specs/parts.ts"

const ofRequests: readonly Flag[] = [
  text("method", "Requests by this method only."),
  text("path", "Requests of this path only: /v1/my/*.", { placeholder: "path|glob" }),
  text("credential", "Requests with this credential, of this kind, or none.", { placeholder: "token|kind" }),
  text("key", "Requests with this idempotency key only.", { placeholder: "key|glob" }),
  map("query", "Requests with this parameter only.", { placeholder: "name=glob" }),
  text("contains", "Requests with this in their body only.", { placeholder: "text" }),
  integer("status", "Respond with this status.", { minimum: 200, maximum: 599 }),
  text("error-code", "The response's error_code."),
  integer("retry-after", "The response's Retry-After, in seconds.", { minimum: 0 }),
  text("body", "The response's body, as it is.", { fromFile: true }),
  map("headers", "A header of the response.", { placeholder: "name=value" }),
  number("latency-ms", "Wait N milliseconds first.", { minimum: 0 }),
  integer("cut-at", "Cut the response after N bytes.", { minimum: 0 }),
  integer("drip-ms", "Wait N milliseconds before each piece of the response.", { minimum: 1 }),
]

const ofDeliveries: readonly Flag[] = [
  integer("webhook-id", "Attempts to this endpoint only.", { minimum: 1 }),
  text("event-type", "Attempts of this type only.", { placeholder: "type|glob" }),
  duration("delay", "Delay the attempt by this time."),
  integer("duplicate", "Repeat it N more times.", { minimum: 1, maximum: 10 }),
  boolean("reorder", "Let the next attempt go first."),
  choice("signature", signatureFlaws, "Sign it wrongly."),
]

const ofBoth: readonly Flag[] = [
  choice("drop", cuts, "Cut the connection, before processing or after."),
  integer("times", "Number of firings; unlimited when left out.", { minimum: 1 }),
  number("probability", "Probability, from 0 to 1.", { minimum: 0, maximum: 1 }),
  integer("from", "Start at the Nth match.", { minimum: 1 }),
]

const described = [...ofRequests, ...ofDeliveries, ...ofBoth, { name: "on" }].map(({ name }) => name)

export const faultsCommand: CommandSpec = control("faults", "List faults, add one, or remove them", {
  control: [
    { call: "GET /faults" },
    { call: "POST /faults" },
    { call: "DELETE /faults" },
    { call: "DELETE /faults/{id}" },
    { call: "PUT /faults/profile" },
  ],
  flags: [
    choice("on", ["request", "delivery"], "What fails: requests, or attempts to deliver a webhook.", {
      default: "request",
    }),
    ...ofRequests,
    ...ofDeliveries,
    ...ofBoth,
    choice("use", profileNames, "Use the faults of a profile, instead of the previous profile's.", {
      conflicts: ["remove", "clear", ...described],
    }),
    integer("seed", "Determines when they happen.", { minimum: seeds.least, maximum: seeds.most, implies: ["use"] }),
    integer("remove", "Remove this one.", { minimum: 1, placeholder: "id", conflicts: ["clear", ...described] }),
    { ...clear, conflicts: described },
  ],
  examples: [
    "mas mock faults --path '/v1/my/messages' --status 429 --retry-after 1 --times 2",
    "mas mock faults --on delivery --event-type email.delivered --drop after --times 1",
    "mas mock faults --use storm",
    "mas mock faults",
  ],
})
