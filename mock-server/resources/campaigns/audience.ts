import { isDeepStrictEqual } from "node:util"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import type { World } from "../../world/world.ts"
import type { ContactRow } from "../contacts/table.ts"
import type { SegmentRow } from "../segments/table.ts"

/** The contacts of one or more lists of a brand with an id above `after`, each once, by ascending id. */
export function* contactsOfLists(
  { tables: { contacts } }: World,
  brandId: number,
  listIds: readonly number[],
  after = 0,
): Generator<ContactRow> {
  const wantedIds = new Set(listIds)
  const [only] = wantedIds
  if (only !== undefined && wantedIds.size === 1) return yield* contacts.in("list", only, after)
  for (const contact of contacts.in("brand", brandId, after)) {
    if (contact.list_ids.some((id) => wantedIds.has(id))) yield contact
  }
}

/** The contacts with an id above `after` that match a segment's filters, by ascending id. */
export function* contactsOfSegment(
  { tables: { contacts } }: World,
  { brand_id, filters }: SegmentRow,
  after = 0,
): Generator<ContactRow> {
  const rules = Object.entries(filters).map(([field, rule]) => ruleOf(field, rule))
  for (const contact of contacts.in("brand", brand_id, after)) {
    if (rules.every((fits) => fits(contact))) yield contact
  }
}

/** Matches a filter: `data` and `list_ids` must contain everything named; e-mail addresses are case-insensitive. */
function ruleOf(field: string, rule: unknown): (contact: ContactRow) => boolean {
  if (field === "list_ids" && Array.isArray(rule)) {
    return ({ list_ids }) => rule.every((id) => list_ids.includes(id))
  }
  if (field === "data" && typeof rule === "object" && rule !== null) {
    const names = Object.entries(rule)
    return ({ data }) => names.every(([key, value]) => isDeepStrictEqual(data[key], value))
  }
  const plain = (value: unknown) => (field === "email" ? mailboxKey(String(value)) : value)
  const value = plain(rule)
  return (contact: Readonly<Record<string, unknown>>) => plain(contact[field]) === value
}

export function countOfSegment(world: World, segment: SegmentRow): number {
  let count = 0
  for (const _ of contactsOfSegment(world, segment)) count++
  return count
}
