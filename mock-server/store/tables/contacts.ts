import { Contact } from "../../../sdk/contract/contacts.ts"
import { Collection } from "../collection.ts"
import type { RowOf } from "../row.ts"

/** A contact exactly as it is shown; there can be a million of them, so rows share what they can. */
export interface ContactRow extends RowOf<typeof Contact> {}

export const contactsTable = () =>
  new Collection<ContactRow, "brand" | "list", "email">({
    row: Contact,
    name: "Contact {id}",
    stamps: "both",
    groups: { brand: (contact) => contact.brand_id, list: (contact) => contact.list_ids },
    unique: { email: (contact) => emailKey(contact.brand_id, contact.email) },
  })

/** Where a brand's contact with this e-mail is found; capital letters do not matter. */
export const emailKey = (brandId: number, email: string) => `${brandId} ${email.toLowerCase()}`
