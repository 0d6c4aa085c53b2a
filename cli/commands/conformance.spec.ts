import { boolean, text } from "../line/command/flags.ts"
import { oneWordCommand } from "../specs/parts.ts"

export const conformanceGroup = oneWordCommand("conformance", {
  summary: "Check a service's responses against the contract, with reads only by default",
  description: [
    "Makes every read that the credential allows, and compares bodies, statuses, paging headers and errors with the contract. Nothing is written without --writes. Unknown fields are ignored. The exit code is 1 when a line failed.",
    "--writes also creates, changes and deletes a webhook endpoint (disabled at once), saves the names of the account and the user unchanged, requests a price for validating a list, and sends requests that must be refused. It leaves nothing behind and reaches nobody: no message, no invitation, no campaign, no contact. It asks first; --yes answers.",
  ],
  flags: [
    text("endpoint", "Only this endpoint, such as contacts.list.", { array: true, placeholder: "name" }),
    boolean("writes", "Also make writes that leave nothing behind; asks first."),
  ],
  examples: [
    "mas conformance --profile mock",
    "mas conformance --profile mock --endpoint contacts.list --output json",
    "mas conformance --profile mock --writes --yes --endpoint webhooks.create",
  ],
})
