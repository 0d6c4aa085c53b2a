import type { ContactQuery } from "../../../sdk/contract/contacts.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import { type ContactRow, emailKey } from "./table.ts"

/** The ids of the brand's contacts that match a query. A full e-mail is looked up, a part of one is searched for. */
export function findContacts(world: World, caller: Caller, { list_id, search }: ContactQuery): readonly number[] {
  const { contacts, lists } = world.tables
  const { brand } = caller
  const ids =
    list_id === undefined ? contacts.ids("brand", brand.id) : contacts.ids("list", lists.own(caller, list_id).id)
  const term = search?.trim().toLowerCase() ?? ""
  if (term === "") return ids
  const match = contacts.find("email", emailKey(brand.id, term))
  if (match !== undefined) return list_id === undefined || match.list_ids.includes(list_id) ? [match.id] : []
  return ids.filter((id) => isFoundBy(contacts.known(id), term))
}

function isFoundBy({ email, first_name, last_name }: ContactRow, term: string): boolean {
  if (email.toLowerCase().includes(term)) return true
  return (
    (first_name != null || last_name != null) && `${first_name ?? ""} ${last_name ?? ""}`.toLowerCase().includes(term)
  )
}
