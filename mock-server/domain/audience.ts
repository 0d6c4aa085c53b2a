import { isDeepStrictEqual } from "node:util"
import type { ContactRow } from "../store/tables/contacts.ts"
import type { SegmentRow } from "../store/tables/segments.ts"
import type { World } from "../world/world.ts"

/** The contacts of one or more lists, each once. */
export function* contactsOfLists(world: World, listIds: readonly number[]): Generator<ContactRow> {
  const seen = new Set(listIds)
  for (const id of seen) {
    seen.delete(id)
    for (const contact of world.tables.contacts.in("list", id)) {
      // A contact on several of the lists is taken at the last of them.
      if (!contact.list_ids.some((other) => seen.has(other))) yield contact
    }
  }
}

/** The contacts whose fields are as a segment's filters say. */
export function* contactsOfSegment(world: World, { brand_id, filters }: SegmentRow): Generator<ContactRow> {
  const { contacts } = world.tables
  const rules = Object.entries(filters).map(([field, wanted]) => ruleOf(field, wanted))
  const candidates = filters.subscribed_email === true ? "subscribed" : "brand"
  for (const contact of contacts.in(candidates, brand_id)) {
    if (rules.every((fits) => fits(contact))) yield contact
  }
}

/** What a filter asks: of `data` and `list_ids` all that it names, of an address not its capital letters. */
function ruleOf(field: string, wanted: unknown): (contact: ContactRow) => boolean {
  if (field === "list_ids" && Array.isArray(wanted)) {
    return ({ list_ids }) => wanted.every((id) => list_ids.includes(id))
  }
  if (field === "data" && typeof wanted === "object" && wanted !== null) {
    const named = Object.entries(wanted)
    return ({ data }) => named.every(([key, value]) => isDeepStrictEqual(data[key], value))
  }
  const plain = (value: unknown) => (field === "email" ? String(value).toLowerCase() : value)
  const value = plain(wanted)
  return (contact: Readonly<Record<string, unknown>>) => plain(contact[field]) === value
}

/** How many contacts a segment has. Those who agreed to get mail are counted as they come and go. */
export function countOfSegment(world: World, segment: SegmentRow): number {
  const [rule, ...others] = Object.entries(segment.filters)
  if (others.length === 0 && rule?.[0] === "subscribed_email" && rule[1] === true) {
    return world.tables.contacts.count("subscribed", segment.brand_id)
  }
  let count = 0
  for (const _ of contactsOfSegment(world, segment)) count++
  return count
}
