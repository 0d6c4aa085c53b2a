import { createHash } from "node:crypto"
import type { Mas } from "../../../sdk/client/client.ts"
import type { CampaignAudience } from "../../../sdk/contract/campaigns.ts"

/** Contacts that are read to compare an audience: more would take too many requests. */
const comparedContacts = 2_000

interface Reading {
  readonly client: Mas
  readonly signal: AbortSignal
  /** How often this session has changed what others send by: it stands for the contacts that are not read. */
  readonly changes?: number | undefined
}

/**
 * Who belongs to an audience, as a value to compare: of lists and of all contacts their number and a hash of the first
 * 2,000, with their consent and the fields that texts are filled with; of a segment its definition and its count.
 */
export async function audienceMembers(audience: CampaignAudience, reading: Reading): Promise<unknown> {
  const { client, signal } = reading
  if (audience.type === "lists") {
    const ids = audience.list_ids ?? []
    const most = Math.ceil(comparedContacts / ids.length)
    const lists: unknown[] = []
    for (const list_id of ids) lists.push(await contactsOf({ list_id }, most, reading))
    return lists
  }
  if (audience.type === "all_contacts") return contactsOf({}, comparedContacts, reading)
  const segments = await client.segments.list({ limit: 100 }, { signal }).toArray()
  const { filters, cached_count, updated_at } = segments.find(({ id }) => id === audience.segment_id) ?? {}
  return [filters, cached_count, updated_at, reading.changes]
}

async function contactsOf(
  query: { list_id?: number },
  most: number,
  { client, signal, changes }: Reading,
): Promise<unknown> {
  const hash = createHash("sha256")
  const first = await client.contacts.list({ ...query, limit: 100 }, { signal })
  let read = 0
  for await (const { id, email, first_name, last_name, data, subscribed_email, channels } of first) {
    if (read === most) return [first.totalCount, hash.digest("hex"), changes]
    const consent = [subscribed_email, channels.map(({ value, subscribed }) => [value, subscribed])]
    hash.update(JSON.stringify([id, email, first_name, last_name, data, consent]))
    read += 1
  }
  return [read, hash.digest("hex")]
}
