// Written by `npm run generate` from sdk/contract. Do not edit.

import type { RecipientRule } from "../../contract/core/endpoint.ts"

/** What a field holds: text of one line (or a number, or a boolean), any text, texts by name, or any JSON. */
export type FieldKind = "line" | "text" | "map" | "json"

/** An endpoint that reaches people. */
export interface ReachingEndpoint {
  readonly reach: Exclude<RecipientRule, "nobody">
  /** Every field of its body besides the recipient's. */
  readonly fields: Readonly<Record<string, FieldKind>>
}

/** The endpoints that reach people, by name. */
export const reaches: Readonly<Record<string, ReachingEndpoint>> = {
  "auth.signup": {"reach":{"field":"user.email"},"fields":{"user.first_name":"text","user.last_name":"text","user.mobile":"text","user.invite_token":"text","user.password":"text","user.password_confirmation":"text"}},
  "user.update": {"reach":{"field":"email"},"fields":{"first_name":"text","last_name":"text","mobile":"text","time_zone":"text"}},
  "invites.create": {"reach":{"field":"email"},"fields":{"role":"line"}},
  "managedAccounts.create": {"reach":{"field":"managed_account.owner_email"},"fields":{"managed_account.owner_first_name":"text","managed_account.owner_last_name":"text","managed_account.account_name":"text"}},
  "messages.send": {"reach":{"field":"to","redirect":true},"fields":{"channel":"line","subject":"line","html":"text","body":"text","template_id":"line","from":"line","from_email":"line","reply_to":"line","headers":"map","tags":"map","data":"json"}},
  "imports.create": {"reach":{"indirect":"a flow may start at the contacts of the file and write to them"},"fields":{"file":"json","resource":"line","options":"json"}},
  "events.track": {"reach":{"indirect":"a flow may start at the event and write to its contact"},"fields":{"contact_id":"line","contact_email":"line","event":"line","data":"json","amount":"line","idempotency_key":"line"}},
  "campaigns.send": {"reach":{"indirect":"everybody in the campaign's audience"},"fields":{"deliver_at":"line"}},
  "contacts.create": {"reach":{"indirect":"a flow may start at the new contact and write to it"},"fields":{"email":"line","first_name":"text","last_name":"text","opt_in":"line"}},
  "lists.updateContacts": {"reach":{"indirect":"a flow may start at the list and write to who joins or leaves"},"fields":{"action":"line","emails":"json"}},
  "templates.sendTest": {"reach":{"field":"email","redirect":true},"fields":{}},
  "flows.create": {"reach":{"indirect":"whoever starts the flow, once it is live"},"fields":{"name":"text","trigger":"json","steps":"json"}},
  "publicForms.submit": {"reach":{"indirect":"a flow may start at the form and write to the visitor"},"fields":{"email":"line","list_id":"line","first_name":"text","last_name":"text"}},
}
