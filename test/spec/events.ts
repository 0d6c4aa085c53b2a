import type { ContactEvent, ContactEventQuery, TrackEvent } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const events: Noun<"events"> = {
  section: "Contacts, lists and other groups",
  models: {
    ContactEvent: "id account_id contact_id event data amount idempotency_key created_at updated_at",
    ContactEventQuery: "event contact_id created_after created_before",
  },
  endpoints: {
    track: endpoint<{ body: TrackEvent; answer: ContactEvent }>("POST /v1/my/events", {
      decided: [201, 200],
      idempotency: "optional",
      otherBody: { contact_email: "ada@example.test", event: "order_cancelled" },
      ids: { "body.contact_id": (ids) => ({ body: { contact_id: ids.contact, event: "placed" } }) },
    }),
    list: endpoint<{ query: ContactEventQuery; answer: ContactEvent }>("GET /v1/my/events", {
      decided: [200],
      page: 30,
      ids: { "query.contact_id": "contact" },
    }),
  },
}
