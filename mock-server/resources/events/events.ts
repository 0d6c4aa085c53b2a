/*
 * Endpoints, listed by `npm run generate`.
 * track: POST /v1/my/events
 * list: GET /v1/my/events
 */

import type { Received } from "../../../sdk/contract/core/endpoint.ts"
import type { ContactEvent, events as endpoints, TrackEvent } from "../../../sdk/contract/events.ts"
import { invalid, notFound } from "../../base/service-error.ts"
import type { Caller } from "../../world/caller.ts"
import { OncePerKey } from "../../world/idempotency.ts"
import type { World } from "../../world/world.ts"
import { type ContactRow, emailKey } from "../contacts/table.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { mapPage } from "../pages.ts"
import { type ContactEventRow, eventNameKey } from "./table.ts"

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

export const eventHandlers: HandlersFor<"events"> = {
  track(world, caller, { body, idempotencyKey }) {
    const { event, data, amount } = body
    // By its id or its address, it is the same contact.
    const contactByEmail = world.tables.contacts.find("email", emailKey(caller.brand.id, body.contact_email ?? ""))
    const key = idempotencyKey ?? body.idempotency_key
    if (key !== (body.idempotency_key ?? key))
      throw invalid("28.22", { idempotency_key: ["differs from the header Idempotency-Key"] })
    return new OncePerKey({
      rule: "28.4",
      key,
      payload: { contact_id: body.contact_id ?? contactByEmail?.id ?? body.contact_email, event, data, amount },
      make() {
        const contact_id = contactOfEvent(world, caller, body).id
        const details = { contact_id, event, data, amount: amount ?? null, idempotency_key: key ?? null }
        return eventView(addEvent(world, caller, details))
      },
    })
  },

  list: (world, caller, { query, page }) =>
    mapPage(world.tables.events.pageOf(findEvents(world, caller, query), page), eventView),
}
