import type { EndpointName } from "../../../../sdk/contract/index.ts"
import type { RuleNumber } from "../../../base/rules.gen.ts"
import type { FieldErrors } from "../../../base/service-error.ts"

/** The rule "What is wrong with a request is 422 and named by field", for endpoints without a rule of their own. */
const general: RuleNumber = "35.12"

/** The rules about the fields of one endpoint. */
const ofEndpoint: Readonly<Partial<Record<EndpointName, RuleNumber>>> = {
  "account.reach": "19.4",
  "affiliate.link": "20.4",
  "auth.signup": "17.3",
  "events.track": "28.4",
  "fundingPurchases.create": "25.4",
  "imports.create": "27.5",
  "invites.create": "19.6",
  "lists.updateContacts": "28.3",
  "managedAccounts.create": "21.6",
  "managementGrant.confirm": "19.3",
  "managementGrant.revoke": "19.3",
  "oauth.launch": "35.9",
  "oauth.subscribe": "35.8",
  "user.update": "18.3",
  "validations.quote": "26.2",
  "validations.start": "26.2",
  "webhooks.create": "23.2",
  "webhooks.update": "23.2",
}

/** The rules for fields with the same meaning in every endpoint. */
const ofField: ReadonlyMap<string, RuleNumber> = new Map([
  ["deliver_at", "28.16"],
  ["limit", "36.1"],
  ["page", "36.1"],
  ["per", "36.1"],
  ["per_page", "36.1"],
])

/** The rule that refuses the first of these fields; `sent` is the request body, if it was readable. */
export function fieldRule(endpoint: string | undefined, errors: FieldErrors, sent: unknown): RuleNumber {
  const [field = ""] = Object.keys(errors)
  if (endpoint === "messages.send") return messageRule(field, sent)
  const rules: Readonly<Record<string, RuleNumber>> = ofEndpoint
  return rules[endpoint ?? ""] ?? ofField.get(field) ?? general
}

function messageRule(field: string, sent: unknown): RuleNumber {
  if (Reflect.get(Object(sent), "channel") === "sms") return "22.8"
  return /^(headers|tags)\./.test(field) ? "22.6" : "22.2"
}
