// Written by `npm run generate` from sdk/contract. Do not edit.

import type { Reach } from "../contract/core/endpoint.ts"

/** The endpoints that reach people, by name. `others`: the body's fields besides the recipient's. */
export const reaches: Readonly<Record<string, { readonly reach: Exclude<Reach, "nobody">; readonly others?: readonly string[] }>> = {
  "auth.signup": {"reach":{"field":"user.email"},"others":["user.first_name","user.last_name","user.mobile","user.invite_token","user.password","user.password_confirmation"]},
  "user.update": {"reach":{"field":"email"},"others":["first_name","last_name","mobile","time_zone"]},
  "invites.create": {"reach":{"field":"email"},"others":["role"]},
  "managedAccounts.create": {"reach":{"field":"managed_account.owner_email"},"others":["managed_account.owner_first_name","managed_account.owner_last_name","managed_account.account_name"]},
  "messages.send": {"reach":{"field":"to","redirect":true},"others":["channel","subject","html","body","template_id","from","from_email","reply_to","headers","tags","data"]},
  "imports.create": {"reach":{"unseen":"a flow may start at the contacts of the file and write to them"}},
  "events.track": {"reach":{"unseen":"a flow may start at the event and write to its contact"}},
  "campaigns.send": {"reach":{"unseen":"everybody in the campaign's audience"}},
  "contacts.create": {"reach":{"unseen":"a flow may start at the new contact and write to it"}},
  "lists.updateContacts": {"reach":{"unseen":"a flow may start at the list and write to who joins or leaves"}},
  "templates.sendTest": {"reach":{"field":"email","redirect":true},"others":[]},
  "flows.create": {"reach":{"unseen":"whoever starts the flow, once it is live"}},
  "publicForms.submit": {"reach":{"unseen":"a flow may start at the form and write to the visitor"}},
}
