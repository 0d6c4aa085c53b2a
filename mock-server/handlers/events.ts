import type { ContactEventQuery, events } from "../../sdk/contract/events.ts"
import { notFound } from "../base/service-error.ts"
import { viewOf } from "../base/view.ts"
import { firstWhere } from "../store/id-set.ts"
import { type ContactRow, emailKey } from "../store/tables/contacts.ts"
import { type ContactEventRow, eventNameKey } from "../store/tables/events.ts"
import type { Caller } from "../world/caller.ts"
import { once } from "../world/idempotency.ts"
import type { World } from "../world/world.ts"
import { ownContact } from "./contacts.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const eventHandlers: HandlersFor<typeof events> = {
  track(world, caller, { body, idempotencyKey }) {
    const contact = namedContact(world, caller, body)
    const { event, data, amount } = body
    const key = idempotencyKey ?? body.idempotency_key
    return once(world, caller, {
      endpoint: "events.track",
      key,
      payload: { contact_id: contact.id, event, data, amount },
      make() {
        const { events } = world.tables
        const now = world.timestamp()
        const row = events.insert({
          id: events.nextId(),
          brand_id: caller.brand.id,
          account_id: caller.account.id,
          contact_id: contact.id,
          event,
          data,
          amount: amount ?? null,
          idempotency_key: key ?? null,
          created_at: now,
          updated_at: now,
        })
        return shown(row)
      },
    })
  },

  list(world, caller, { query, page }) {
    const { rows, total } = world.tables.events.pageOf(matching(world, caller, query), page)
    return { rows: rows.map(shown), total }
  },
}

const shown = viewOf(({ brand_id: _, ...event }: ContactEventRow) => event)

function namedContact(
  world: World,
  { brand }: Caller,
  {
    contact_id,
    contact_email,
  }: { readonly contact_id?: number | undefined; readonly contact_email?: string | undefined },
): ContactRow {
  if (contact_id !== undefined) return ownContact(world, brand.id, contact_id)
  const contact = world.tables.contacts.find("email", emailKey(brand.id, contact_email ?? ""))
  if (contact === undefined) throw notFound("Contact")
  return contact
}

/** The ids of the brand's events that a query asks for. */
function matching(world: World, { brand }: Caller, query: ContactEventQuery): readonly number[] {
  const { events } = world.tables
  const { contact_id, event, created_after, created_before } = query
  let ids = event === undefined ? events.ids("brand", brand.id) : events.ids("name", eventNameKey(brand.id, event))
  if (contact_id !== undefined) {
    const ofContact = events.ids("contact", ownContact(world, brand.id, contact_id).id)
    ids = event === undefined ? ofContact : ofContact.filter((id) => events.get(id)?.event === event)
  }
  if (created_after === undefined && created_before === undefined) return ids
  // Later events have greater ids, so a span of time is a span of ids.
  const createdAt = (id: number) => Date.parse(events.get(id)?.created_at ?? "")
  const after = created_after === undefined ? Number.NEGATIVE_INFINITY : Date.parse(created_after)
  const before = created_before === undefined ? Number.POSITIVE_INFINITY : Date.parse(created_before)
  return ids.slice(
    firstWhere(ids, (id) => createdAt(id) > after),
    firstWhere(ids, (id) => createdAt(id) >= before),
  )
}
