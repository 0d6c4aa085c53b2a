import type { publicForms } from "../../sdk/contract/public-forms.ts"
import { emailKey } from "../store/tables/contacts.ts"
import { saveContact } from "./contacts.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { ownList } from "./lists.ts"

export const publicFormHandlers: HandlersFor<typeof publicForms> = {
  /** Who fills in a form agrees to get mail. Anyone can, so names that are known stay as they are. */
  submit(world, caller, { body: { email, list_id, first_name, last_name } }) {
    const list = ownList(world, caller.brand.id, list_id)
    const known = world.tables.contacts.find("email", emailKey(caller.brand.id, email))
    saveContact(world, caller.brand.id, {
      email,
      first_name: known?.first_name ?? first_name,
      last_name: known?.last_name ?? last_name,
      opt_in: true,
      list_ids: [list.id],
      source: "form",
    })
    return { ok: true }
  },
}
