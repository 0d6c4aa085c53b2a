import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import { saveContact } from "../domain/contacts.ts"
import { emailKey } from "../store/tables/contacts.ts"
import type { World } from "../world/world.ts"
import type { SeededBrand } from "./accounts.ts"
import { problem } from "./fixture-problem.ts"

export function seedAudience(world: World, brand: SeededBrand): void {
  const listsOf = seedLists(world, brand)
  seedContacts(world, brand, listsOf)
  for (const [index, { name, origin = "user", filters = {} }] of (brand.fixture.segments ?? []).entries()) {
    const listIds = Array.isArray(filters.list_ids) ? filters.list_ids : []
    for (const [at, listId] of listIds.entries()) {
      if (world.tables.lists.get(listId)?.brand_id === brand.id) continue
      throw problem(`${brand.path}.segments.${index}.filters.list_ids.${at}`, "is not a list of the brand")
    }
    world.tables.segments.add(world, { brand_id: brand.id, name, origin, filters })
  }
}

/** List ids by the members' addresses. */
type ListsOf = Map<string, number[]>

function seedLists(world: World, { path, id, fixture }: SeededBrand): ListsOf {
  const keys = new Set((fixture.contacts ?? []).map(({ email }) => mailboxKey(email)))
  const listsOf: ListsOf = new Map()
  for (const [index, { name, contacts = [] }] of (fixture.lists ?? []).entries()) {
    const list = world.tables.lists.add(world, { brand_id: id, name })
    for (const [position, email] of contacts.entries()) {
      const key = mailboxKey(email)
      if (!keys.has(key)) throw problem(`${path}.lists.${index}.contacts.${position}`, "is not a contact of the brand")
      const before = listsOf.get(key) ?? []
      if (!before.includes(list.id)) listsOf.set(key, [...before, list.id])
    }
  }
  return listsOf
}

function seedContacts(world: World, { path, id, fixture }: SeededBrand, listsOf: ListsOf): void {
  const { contacts } = world.tables
  for (const [index, { email, source = "api", uuid, ...person }] of (fixture.contacts ?? []).entries()) {
    if (contacts.find("email", emailKey(id, email))) throw problem(`${path}.contacts.${index}.email`, "is there twice")
    const details = {
      email,
      first_name: person.first_name ?? undefined,
      last_name: person.last_name ?? undefined,
      opt_in: person.opt_in,
      data: person.data,
      list_ids: listsOf.get(mailboxKey(email)),
    }
    const { contact } = saveContact(world, id, details, source ?? "api")
    if (uuid !== undefined || source === null) contacts.update(contact, { source, uuid: uuid ?? contact.uuid })
  }
}
