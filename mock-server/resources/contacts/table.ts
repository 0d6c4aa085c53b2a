import { Contact } from "../../../sdk/contract/contacts.ts"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

/** A contact as in responses. There can be a million, so rows share values. */
export interface ContactRow extends RowOf<typeof Contact> {}

export const contactsTable = () =>
  new Collection<ContactRow, "brand" | "list", "email">({
    row: Contact,
    name: "Contact {id}",
    timestamps: "both",
    groups: { brand: (contact) => contact.brand_id, list: (contact) => contact.list_ids },
    unique: { email: (contact) => emailKey(contact.brand_id, contact.email) },
  })

/** The key of a brand's contact by e-mail, case-insensitive. */
export const emailKey = (brandId: number, email: string) => `${brandId} ${mailboxKey(email)}`
