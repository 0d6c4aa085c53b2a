import { replayed } from "../base/reply.ts"
import { findContacts } from "../domain/contact-search.ts"
import { saveContact } from "../domain/contacts.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const contactHandlers: HandlersFor<"contacts"> = {
  list: (world, caller, { query, page }) => world.tables.contacts.pageOf(findContacts(world, caller, query), page),

  create(world, { brand }, { body }) {
    const { contact, created } = saveContact(world, brand.id, body, "api")
    return created ? contact : replayed(contact)
  },
}
