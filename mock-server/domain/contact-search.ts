import type { ContactQuery } from "../../sdk/contract/contacts.ts"
import { type ContactRow, emailKey } from "../store/tables/contacts.ts"
import type { Caller } from "../world/caller.ts"
import type { World } from "../world/world.ts"

/** The ids of the brand's contacts that match a query. A full e-mail is looked up, a part of one is searched for. */
export function findContacts(world: World, caller: Caller, { list_id, search }: ContactQuery): ArrayLike<number> {
  const { contacts, lists } = world.tables
  const { brand } = caller
  const ids =
    list_id === undefined ? contacts.ids("brand", brand.id) : contacts.ids("list", lists.own(caller, list_id).id)
  const term = search?.trim().toLowerCase() ?? ""
  if (term === "") return ids
  const whole = contacts.find("email", emailKey(brand.id, term))
  if (whole !== undefined) return list_id === undefined || whole.list_ids.includes(list_id) ? [whole.id] : []
  const query = { scope: brand.id, among: ids, isWholeScope: list_id === undefined, part: term }
  return remembered(contacts, `${brand.id} ${list_id ?? ""} ${term}`, () =>
    contacts.search(query, (contact) => {
      const isAsked = contact.brand_id === brand.id && (list_id === undefined || contact.list_ids.includes(list_id))
      return isAsked && isFoundBy(contact, term)
    }),
  )
}

function isFoundBy({ email, first_name, last_name }: ContactRow, term: string): boolean {
  if (email.toLowerCase().includes(term)) return true
  return (
    (first_name != null || last_name != null) && `${first_name ?? ""} ${last_name ?? ""}`.toLowerCase().includes(term)
  )
}

type Contacts = World["tables"]["contacts"]

interface Search {
  readonly version: number
  readonly name: string
  readonly ids: ArrayLike<number>
}

/** The last search of each table, cached for its further pages. */
const last = new WeakMap<Contacts, Search>()

function remembered(contacts: Contacts, name: string, find: () => ArrayLike<number>): ArrayLike<number> {
  const { version } = contacts
  const known = last.get(contacts)
  if (known?.version === version && known.name === name) return known.ids
  const ids = find()
  last.set(contacts, { version, name, ids })
  return ids
}
