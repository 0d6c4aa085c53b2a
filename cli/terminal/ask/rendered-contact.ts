import type { Mas } from "../../../sdk/client/client.ts"
import type { Contact } from "../../../sdk/contract/contacts.ts"
import { readAddresses } from "../../../sdk/sending/recipients/address.ts"

/** The fields of a contact that a text can have. Spec: Transactional messages. */
export type RenderedContact = Pick<Contact, "email"> &
  Partial<Pick<Contact, "id" | "first_name" | "last_name" | "data">>

/** True if a text may be filled with fields of the recipient's contact. */
export const hasContactFields = ({
  subject,
  html,
  body,
}: {
  subject?: unknown
  html?: unknown
  body?: unknown
}): boolean => [subject, html, body].some((text) => typeof text === "string" && /\bcontact\b/.test(text))

/** The contact that a mail's texts are filled with: only its address where the brand has none. Undefined if they have no such field. */
export async function contactOf(mail: object, client: Mas, signal: AbortSignal): Promise<RenderedContact | undefined> {
  const { to, ...texts } = Object(mail)
  if (!hasContactFields(texts)) return undefined
  const [address] = (typeof to === "string" && readAddresses(to)) || []
  if (address?.channel !== "email") return undefined
  const { items } = await client.contacts.list({ search: address.text }, { signal })
  const contact = items.find(({ email }) => email.toLowerCase() === address.text.toLowerCase())
  if (contact === undefined) return { email: address.text }
  const { id, email, first_name, last_name, data } = contact
  return { id, email, first_name, last_name, data }
}
