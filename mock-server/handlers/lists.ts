import type { ListBulkResult, ListBulkUpdate, lists } from "../../sdk/contract/lists.ts"
import { isEmail } from "../base/email.ts"
import { notFound } from "../base/service-error.ts"
import { emailKey } from "../store/tables/contacts.ts"
import type { ListRow } from "../store/tables/lists.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const listHandlers: HandlersFor<typeof lists> = {
  list(world, caller, { page }) {
    const { rows, total } = world.tables.lists.page("brand", caller.brand.id, page)
    return { rows: rows.map((list) => shown(world, list)), total }
  },

  create(world, caller, { body }) {
    const { lists } = world.tables
    const now = world.timestamp()
    const list = { id: lists.nextId(), brand_id: caller.brand.id, name: body.name, created_at: now, updated_at: now }
    return shown(world, lists.insert(list))
  },

  updateContacts(world, caller, { params, body }) {
    const list = ownList(world, caller.brand.id, params.id)
    return moveContacts(world, list, body)
  },
}

const shown = (world: World, { id, brand_id, name, created_at, updated_at }: ListRow) => ({
  id,
  brand_id,
  name,
  contacts_count: world.tables.contacts.count("list", id),
  created_at,
  updated_at,
})

/** A list of the brand, or the 404. */
export function ownList(world: World, brandId: number, id: number): ListRow {
  const list = world.tables.lists.get(id)
  if (list === undefined || list.brand_id !== brandId) throw notFound(`List ${id}`)
  return list
}

/** Every e-mail is counted or named exactly once, also one that was given twice. */
function moveContacts(world: World, list: ListRow, { action, emails }: ListBulkUpdate): ListBulkResult {
  const { contacts } = world.tables
  const adding = action === "add"
  const result = nothingDone(action, list)
  for (const email of emails) {
    const contact = contacts.find("email", emailKey(list.brand_id, email))
    if (contact === undefined) result[isEmail(email) ? "not_found" : "invalid_emails"].push(email)
    else if (contact.list_ids.includes(list.id) === adding)
      result[adding ? "already_in_list" : "not_in_list"].push(email)
    else {
      const others = contact.list_ids.filter((id) => id !== list.id)
      const list_ids = adding ? [...others, list.id].sort((a, b) => a - b) : others
      contacts.update(contact, { list_ids, updated_at: world.timestamp() })
      result[adding ? "added" : "removed"]++
    }
  }
  return result
}

const nothingDone = (action: ListBulkUpdate["action"], list: ListRow): ListBulkResult => ({
  action,
  list_id: list.id,
  added: 0,
  removed: 0,
  already_in_list: [],
  not_in_list: [],
  not_found: [],
  invalid_emails: [],
})
