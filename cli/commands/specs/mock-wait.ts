import type { CommandSpec } from "../../command/spec.ts"
import { exampleSetup } from "./example-setup.ts"
import { control } from "./parts.ts"

/** `mas mock wait`. */
export const waitCommand: CommandSpec = control("wait", "Wait until messages, requests or deliveries are there", {
  positionals: [
    {
      name: "for",
      type: "string",
      required: true,
      choices: ["messages", "requests", "deliveries"],
      description: "What to wait for.",
    },
  ],
  flags: [
    { name: "count", type: "integer", minimum: 1, default: "1", description: "How many." },
    {
      name: "within",
      type: "string",
      format: "duration",
      default: "5s",
      description: "How long, in real time.",
    },
    {
      name: "where",
      type: "map",
      placeholder: "field=value",
      description: "Those of which a field is so: a filter of the list, such as to, path or event_type.",
    },
  ],
  examples: [`${exampleSetup.message} && mas mock wait messages --where to=ada@example.test --within 30s`],
})
