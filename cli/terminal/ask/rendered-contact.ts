import type { Mas } from "../../../sdk/client/client.ts"
import type { Contact } from "../../../sdk/contract/contacts.ts"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { readAddresses } from "../../../sdk/sending/recipients/address.ts"

/** The fields of a contact that a text can have. Spec: Transactional messages. */
export type RenderedContact = Pick<Contact, "email"> &
  Partial<Pick<Contact, "id" | "first_name" | "last_name" | "data">>

/** True if a tag of Liquid in these values may name a field of the recipient's contact: "contact" stands behind the first tag's start. */
export function hasContactFields(...values: readonly unknown[]): boolean {
  const text = JSON.stringify(values)
  const start = text.search(/\{[{%]/)
  return start !== -1 && /\bcontact\b/.test(text.slice(start))
}

/** The contact that a mail's texts are filled with: only its address where the brand has none. Undefined if they have no such field. */
export async function contactOf(
  mail: { readonly to?: unknown },
  template: object | undefined,
  client: Mas,
  signal: AbortSignal,
): Promise<RenderedContact | undefined> {
  if (!hasContactFields(mail, template)) return undefined
  const to = String(mail.to ?? "").trim()
  const [address] = readAddresses(to) ?? []
  if (address?.channel !== "email") return undefined
  const written = /<([^<>]+)>$/.exec(to)?.[1] ?? to
  const { items } = await client.contacts.list({ search: written }, { signal })
  const contact = items.find((row) => mailboxKey(row.email) === mailboxKey(written))
  if (contact === undefined) return { email: written }
  const { id, email, first_name, last_name, data } = contact
  return { id, email, first_name, last_name, data }
}
