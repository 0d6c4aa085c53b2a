import type { Received } from "../../sdk/contract/core/endpoint.ts"
import type { ContactEvent, events as endpoints, TrackEvent } from "../../sdk/contract/events.ts"
import { notFound } from "../base/service-error.ts"
import { type ContactRow, emailKey } from "../store/tables/contacts.ts"
import { type ContactEventRow, eventNameKey } from "../store/tables/events.ts"
import type { Caller } from "../world/caller.ts"
import type { World } from "../world/world.ts"

export const eventView = ({ brand_id: _, ...view }: ContactEventRow): ContactEvent => view

type NewEvent = Pick<ContactEventRow, "contact_id" | "event" | "data" | "amount" | "idempotency_key">

export const addEvent = (world: World, { account, brand }: Caller, event: NewEvent): ContactEventRow =>
  world.tables.events.add(world, { brand_id: brand.id, account_id: account.id, ...event })

type Whose = Pick<TrackEvent, "contact_id" | "contact_email">

export function contactOfEvent(world: World, caller: Caller, { contact_id, contact_email }: Whose): ContactRow {
  const { contacts } = world.tables
  if (contact_id !== undefined) return contacts.own(caller, contact_id)
  const contact = contacts.find("email", emailKey(caller.brand.id, contact_email ?? ""))
  if (contact === undefined) throw notFound("28.4", "Contact")
  return contact
}

type EventQuery = Received<typeof endpoints.list>["query"]

export function findEvents(world: World, caller: Caller, query: EventQuery): readonly number[] {
  const { events, contacts } = world.tables
  const { brand } = caller
  const { contact_id, event, created_after, created_before } = query
  let ids = event === undefined ? events.ids("brand", brand.id) : events.ids("name", eventNameKey(brand.id, event))
  if (contact_id !== undefined) {
    const ofContact = events.ids("contact", contacts.own(caller, contact_id).id)
    ids = event === undefined ? ofContact : ofContact.filter((id) => events.get(id)?.event === event)
  }
  if (created_after === undefined && created_before === undefined) return ids
  // All are checked: after the clock was set back, later events have earlier times.
  return ids.filter((id) => {
    const at = events.get(id)?.created_at ?? ""
    return (created_after === undefined || at > created_after) && (created_before === undefined || at < created_before)
  })
}
