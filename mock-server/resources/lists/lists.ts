/*
 * Endpoints, listed by `npm run generate`.
 * list: GET /v1/my/lists
 * create: POST /v1/my/lists
 * updateContacts: POST /v1/my/lists/{id}/contacts/bulk
 */

import { isEmail } from "../../../sdk/contract/core/text-patterns.ts"
import type { List, ListBulkResult, ListBulkUpdate } from "../../../sdk/contract/lists.ts"
import type { World } from "../../world/world.ts"
import { emailKey } from "../contacts/table.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { mapPage } from "../pages.ts"
import type { ListRow } from "./table.ts"

export const listView = (world: World, { id, brand_id, name, created_at, updated_at }: ListRow): List => ({
  id,
  brand_id,
  name,
  contacts_count: world.tables.contacts.count("list", id),
  created_at,
  updated_at,
})

/** Adds contacts to a list, or removes them. Each e-mail is counted or named once, even if it was given twice. */
export function changeMembers(world: World, list: ListRow, { action, emails }: ListBulkUpdate): ListBulkResult {
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
      contacts.change(world, contact, { list_ids })
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

export const listHandlers: HandlersFor<"lists"> = {
  list: (world, { brand }, { page }) =>
    mapPage(world.tables.lists.page("brand", brand.id, page), (list) => listView(world, list)),

  create: (world, { brand }, { body }) =>
    listView(world, world.tables.lists.add(world, { brand_id: brand.id, name: body.name })),

  updateContacts: (world, caller, { params, body }) =>
    changeMembers(world, world.tables.lists.own(caller, params.id), body),
}
