import { saveContact } from "../domain/contacts.ts"
import type { World } from "../world/world.ts"

const people = [
  { email: "ada@example.test", first_name: "Ada", last_name: "Lovelace" },
  { email: "grace@example.test", first_name: "Grace", last_name: "Hopper" },
  { email: "linus@example.test", first_name: "Linus", last_name: "Torvalds" },
] as const

const brandId = 1

/** The names of the main brand's list and segment, each the first of its kind. */
export const [seededListName, seededSegmentName] = ["Newsletter", "Subscribed"]

/** The main brand's list with its three contacts, and its segment. */
export function seedAudience(world: World): void {
  const { lists, segments } = world.tables
  const list = lists.add(world, { brand_id: brandId, name: seededListName })
  for (const person of people) {
    const { contact } = saveContact(world, brandId, { ...person, opt_in: true, list_ids: [list.id], source: "api" })
    world.tables.contacts.update(contact, { uuid: `00000000-0000-4000-8000-00000000000${contact.id}` })
  }
  segments.add(world, {
    brand_id: brandId,
    name: seededSegmentName,
    origin: "system",
    filters: { subscribed_email: true },
  })
}
