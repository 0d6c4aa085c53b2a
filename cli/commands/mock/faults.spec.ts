import { seeds } from "../../../mock-server/base/random.ts"
import { profileNames } from "../../../mock-server/world/fault-profiles.ts"
import { choice, integer } from "../../line/command/flags.ts"
import { allFields } from "../../line/command/spec.ts"
import { clear, control, type MockCommand } from "../../specs/parts.ts"

const request = ["path", "status", "error_code", "retry_after", "latency_ms", "drop", "times"]
const delivery = ["webhook_id", "event_type", "delay_ms", "duplicate", "reorder", "signature"]
const columns = ["id", "on", "fired", "method", ...request, ...delivery, "probability", "profile"]

export const faultsCommand: MockCommand = control("faults", "List faults, add one, or remove them", {
  control: [
    { call: "DELETE /faults", when: "clear" },
    { call: "DELETE /faults/{id}", when: "remove" },
    { call: "PUT /faults/profile", when: "use", columns },
    { call: "POST /faults", when: allFields },
    { call: "GET /faults", columns },
  ],
  from: "POST /faults",
  fields: {
    on: {
      choices: ["request", "delivery"],
      description: "What fails: requests, or attempts to deliver a webhook.",
      default: "request",
    },
    path: { format: "service-path" },
    body: { type: "string", description: "The response's body, as it is.", fromFile: true },
  },
  flags: [
    choice("use", profileNames, "Use the faults of a profile, instead of the previous profile's.", {
      at: ["body", "name"],
      conflicts: ["remove", "clear", allFields],
    }),
    integer("seed", "Determines when they happen.", {
      minimum: seeds.least,
      maximum: seeds.most,
      at: ["body", "seed"],
      implies: ["use"],
    }),
    integer("remove", "Remove this one.", { minimum: 1, placeholder: "id", conflicts: ["clear", allFields] }),
    { ...clear, conflicts: [allFields] },
  ],
  examples: [
    "mas mock faults --path '/v1/my/messages' --status 429 --retry-after 1 --times 2",
    "mas mock faults --on delivery --event-type email.delivered --drop after --times 1",
    "mas mock faults --use storm",
    "mas mock faults",
  ],
})
