import { oneWordCommand } from "./parts.ts"

/** A service against the contract. */
export const conformanceGroup = oneWordCommand({
  name: "conformance",
  summary: "Check what a service answers against the contract, by reads unless told otherwise",
  description: [
    "Reads whatever the credential reaches, and compares bodies, statuses, the headers of pages and the errors with what the contract says. Nothing is written unless --writes is given. Fields that the contract does not know are no difference. The exit code is 1 where a line failed.",
    "--writes also creates, changes and deletes a webhook endpoint (turned off at once), saves the names of the account and the user as they are, asks what it costs to validate a list, and sends requests that must be refused. It leaves nothing behind and reaches nobody: no message, no invitation, no campaign, no contact. It asks first; --yes answers.",
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
    { name: "writes", type: "boolean", description: "Also make writes that leave nothing behind; asks first." },
  ],
  examples: [
    "mas conformance --profile mock",
    "mas conformance --profile mock --endpoint contacts.list --output json",
    "mas conformance --profile mock --writes --yes --endpoint webhooks.create",
  ],
})
