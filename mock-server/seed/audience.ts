import { mailboxKey } from "../../sdk/contract/core/mailbox.ts"
import type { Steps } from "../base/event-loop.ts"
import { saveContact } from "../resources/contacts/contacts.ts"
import { emailKey } from "../resources/contacts/table.ts"
import { LargeMap } from "../store/large-map.ts"
import type { World } from "../world/world.ts"
import type { SeededBrand } from "./accounts.ts"
import { problem } from "./fixture-problem.ts"

export function* seedAudience(world: World, brand: SeededBrand): Steps<void> {
  const listsOf = yield* seedLists(world, brand)
  yield* seedContacts(world, brand, listsOf)
  for (const [index, { name, origin = "user", filters = {} }] of (brand.fixture.segments ?? []).entries()) {
    const listIds = Array.isArray(filters.list_ids) ? filters.list_ids : []
    for (const [at, listId] of listIds.entries()) {
      if (world.tables.lists.get(listId)?.brand_id === brand.id) continue
      throw problem(`${brand.path}.segments.${index}.filters.list_ids.${at}`, "is not a list of the brand")
    }
    world.tables.segments.add(world, { brand_id: brand.id, name, origin, filters })
  }
}

/** List ids by the contacts' addresses. */
type ListsOf = LargeMap<string, number[]>

const noLists: number[] = []

function* seedLists(world: World, { path, id, fixture }: SeededBrand): Steps<ListsOf> {
  const listsOf: ListsOf = new LargeMap()
  for (const { email } of fixture.contacts ?? []) {
    listsOf.set(mailboxKey(email), noLists)
    yield
  }
  for (const [index, { name, contacts = [] }] of (fixture.lists ?? []).entries()) {
    const list = world.tables.lists.add(world, { brand_id: id, name })
    for (const [position, email] of contacts.entries()) {
      const key = mailboxKey(email)
      const before = listsOf.get(key)
      if (before === undefined)
        throw problem(`${path}.lists.${index}.contacts.${position}`, "is not a contact of the brand")
      if (!before.includes(list.id)) listsOf.set(key, [...before, list.id])
      yield
    }
  }
  return listsOf
}

function* seedContacts(world: World, { path, id, fixture }: SeededBrand, listsOf: ListsOf): Steps<void> {
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
    yield
  }
}
