import { oneWordCommand } from "./parts.ts"

/** A service against the contract. */
export const conformanceGroup = oneWordCommand({
  name: "conformance",
  summary: "Check what a service answers against the contract, by reads alone",
  description: [
    "Reads whatever the credential reaches, and compares bodies, statuses, the headers of pages and the errors with what the contract says. Nothing is written. Fields that the contract does not know are no difference. The exit code is 1 where a line failed.",
  ],
  positionals: [],
  flags: [
    {
      name: "endpoint",
      type: "string",
      array: true,
      placeholder: "name",
      description: "Only this endpoint, such as contacts.list.",
    },
  ],
  examples: ["mas conformance --profile mock", "mas conformance --profile mock --endpoint contacts.list --output json"],
})
