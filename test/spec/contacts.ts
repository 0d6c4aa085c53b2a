import type { Contact, ContactCreate, ContactQuery } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const contacts: Noun<"contacts"> = {
  section: "Contacts, lists and other groups",
  models: {
    Contact:
      "id brand_id uuid email first_name last_name source data subscribed_email list_ids channels created_at updated_at",
    ContactChannel: "id kind value subscribed opt_in_at opt_out_at",
    ContactCreate: "email first_name last_name opt_in",
    ContactQuery: "search list_id",
  },
  endpoints: {
    list: endpoint<{ query: ContactQuery; answer: Contact }>("GET /v1/my/contacts", {
      decided: [200],
      page: 30,
      ids: { "query.list_id": "list" },
    }),
    create: endpoint<{ body: ContactCreate; answer: Contact }>("POST /v1/my/contacts", {
      decided: [201, 200],
      ways: { 200: ({ twice }) => twice() },
    }),
  },
}
