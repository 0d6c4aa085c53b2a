import { Contact } from "../../../sdk/contract/contacts.ts"
import { Collection } from "../collection.ts"
import type { RowOf } from "../row.ts"

/** A contact exactly as it is shown; there can be a million of them, so rows share what they can. */
const contactsSchema = Contact
export interface ContactRow extends RowOf<typeof contactsSchema> {}

export const contactsTable = () =>
  new Collection<ContactRow, "brand" | "list" | "subscribed", "email">({
    row: contactsSchema,
    name: "Contact {id}",
    stamps: "both",
    groups: {
      brand: (contact) => contact.brand_id,
      list: (contact) => contact.list_ids,
      subscribed: (contact) => (contact.subscribed_email ? contact.brand_id : undefined),
    },
    texts: { scope: (contact) => contact.brand_id, text: contactText },
    unique: { email: (contact) => emailKey(contact.brand_id, contact.email) },
  })

/** What a contact is searched by: the e-mail, and on a line of its own the name. */
const contactText = ({ email, first_name, last_name }: ContactRow): string =>
  (first_name == null && last_name == null ? email : `${email}\n${first_name ?? ""} ${last_name ?? ""}`).toLowerCase()

/** Where a brand's contact with this e-mail is found; capital letters do not matter. */
export const emailKey = (brandId: number, email: string) => `${brandId} ${email.toLowerCase()}`
