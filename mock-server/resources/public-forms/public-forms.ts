/*
 * Endpoints, listed by `npm run generate`.
 * submit: POST /v1/public/contacts
 */

import type { FormSubmission } from "../../../sdk/contract/public-forms.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import { saveContact } from "../contacts/contacts.ts"
import { emailKey } from "../contacts/table.ts"
import type { HandlersFor } from "../handlers-for.ts"

/** Submitting a form is consent to mail. Anyone can submit one, so existing names stay unchanged. */
export function submitForm(
  world: World,
  caller: Caller,
  { email, list_id, first_name, last_name }: FormSubmission,
): void {
  const { lists, contacts } = world.tables
  const { brand } = caller
  const list = lists.own(caller, list_id)
  const existing = contacts.find("email", emailKey(brand.id, email))
  const details = {
    email,
    first_name: existing?.first_name ?? first_name,
    last_name: existing?.last_name ?? last_name,
    opt_in: true,
    list_ids: [list.id],
  }
  saveContact(world, brand.id, details, "form")
}

export const publicFormHandlers: HandlersFor<"publicForms"> = {
  submit(world, caller, { body }) {
    submitForm(world, caller, body)
    return { ok: true }
  },
}
