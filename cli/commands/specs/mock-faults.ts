import { seeds } from "../../../mock-server/base/random.ts"
import { cuts, signatureFlaws } from "../../../mock-server/store/tables/injected-fault.ts"
import { profileNames } from "../../../mock-server/world/fault-profiles.ts"
import type { CommandSpec, Flag } from "../../command/spec.ts"
import { clear, control } from "./parts.ts"

const ofRequests: readonly Flag[] = [
  { name: "method", type: "string", description: "Requests by this method only." },
  {
    name: "path",
    type: "string",
    placeholder: "path|glob",
    description: "Requests of this path only: /v1/my/*.",
  },
  {
    name: "credential",
    type: "string",
    placeholder: "token|kind",
    description: "Requests with this credential, of this kind, or none.",
  },
  { name: "key", type: "string", placeholder: "key|glob", description: "Requests with this idempotency key only." },
  { name: "query", type: "map", placeholder: "name=glob", description: "Requests with this parameter only." },
  { name: "contains", type: "string", placeholder: "text", description: "Requests with this in their body only." },
  { name: "status", type: "integer", minimum: 200, maximum: 599, description: "Answer with this status." },
  { name: "error-code", type: "string", description: "The answer's error_code." },
  { name: "retry-after", type: "integer", minimum: 0, description: "The answer's Retry-After, in seconds." },
  { name: "body", type: "string", fromFile: true, description: "The answer's body, as it is." },
  { name: "headers", type: "map", placeholder: "name=value", description: "A header of the answer." },
  { name: "latency-ms", type: "number", minimum: 0, description: "Wait so many milliseconds first." },
  { name: "cut-at", type: "integer", minimum: 0, description: "Cut the response after N bytes." },
  { name: "drip-ms", type: "integer", minimum: 1, description: "Wait so long before each piece of the answer." },
]

const ofDeliveries: readonly Flag[] = [
  { name: "webhook-id", type: "integer", minimum: 1, description: "Attempts to this endpoint only." },
  { name: "event-type", type: "string", placeholder: "type|glob", description: "Attempts of this type only." },
  { name: "delay", type: "string", format: "duration", description: "Make the attempt so much later." },
  { name: "duplicate", type: "integer", minimum: 1, maximum: 10, description: "Make it so many times more." },
  { name: "reorder", type: "boolean", description: "Let the next attempt go first." },
  {
    name: "signature",
    type: "string",
    choices: signatureFlaws,
    description: "Sign it amiss.",
  },
]

const ofBoth: readonly Flag[] = [
  {
    name: "drop",
    type: "string",
    choices: cuts,
    description: "Cut the connection, before anything is done or after.",
  },
  { name: "times", type: "integer", minimum: 1, description: "How often; always when left out." },
  { name: "probability", type: "number", minimum: 0, maximum: 1, description: "How likely, from 0 to 1." },
  { name: "from", type: "integer", minimum: 1, description: "From the so many-th on that fits." },
]

/** What a failure to come is described by. */
const described = [...ofRequests, ...ofDeliveries, ...ofBoth, { name: "on" }].map(({ name }) => name)

/** `mas mock faults`. */
export const faultsCommand: CommandSpec = control("faults", "List failures to come, add one, or remove them", {
  flags: [
    {
      name: "on",
      type: "string",
      choices: ["request", "delivery"],
      default: "request",
      description: "What fails: requests, or attempts to deliver a webhook.",
    },
    ...ofRequests,
    ...ofDeliveries,
    ...ofBoth,
    {
      name: "use",
      type: "string",
      choices: profileNames,
      description: "The faults of a profile, in the stead of the one before.",
      conflicts: ["remove", "clear", ...described],
    },
    {
      name: "seed",
      type: "integer",
      minimum: seeds.least,
      maximum: seeds.most,
      description: "Decides when they happen.",
      implies: ["use"],
    },
    {
      name: "remove",
      type: "integer",
      minimum: 1,
      placeholder: "id",
      description: "Remove this one.",
      conflicts: ["clear", ...described],
    },
    { ...clear, conflicts: described },
  ],
  examples: [
    "mas mock faults --path '/v1/my/messages' --status 429 --retry-after 1 --times 2",
    "mas mock faults --on delivery --event-type email.delivered --drop after --times 1",
    "mas mock faults --use storm",
    "mas mock faults",
  ],
})
