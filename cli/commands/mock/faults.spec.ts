import { seeds } from "../../../mock-server/base/random.ts"
import { profileNames } from "../../../mock-server/world/fault-profiles.ts"
import { choice, integer } from "../../line/command/flags.ts"
import { allFields, clear, control, type MockCommand } from "../../specs/parts.ts"

export const faultsCommand: MockCommand = control("faults", "List faults, add one, or remove them", {
  control: [
    { call: "GET /faults" },
    { call: "POST /faults" },
    { call: "DELETE /faults" },
    { call: "DELETE /faults/{id}" },
    { call: "PUT /faults/profile" },
  ],
  from: "POST /faults",
  fields: {
    on: {
      choices: ["request", "delivery"],
      description: "What fails: requests, or attempts to deliver a webhook.",
      default: "request",
    },
    body: { type: "string", description: "The response's body, as it is.", fromFile: true },
  },
  flags: [
    choice("use", profileNames, "Use the faults of a profile, instead of the previous profile's.", {
      conflicts: ["remove", "clear", allFields],
    }),
    integer("seed", "Determines when they happen.", { minimum: seeds.least, maximum: seeds.most, implies: ["use"] }),
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
