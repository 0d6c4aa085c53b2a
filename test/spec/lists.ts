import type { IdParams, List, ListBulkResult, ListBulkUpdate, ListCreate } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const lists: Noun<"lists"> = {
  section: "Contacts, lists and other groups",
  models: {
    List: "id brand_id name contacts_count created_at updated_at",
    ListBulkResult: "action list_id added removed already_in_list not_in_list not_found invalid_emails",
    ListBulkUpdate: "action emails",
  },
  endpoints: {
    list: endpoint<{ answer: List }>("GET /v1/my/lists", {
      decided: [200],
      page: 30,
    }),
    create: endpoint<{ body: ListCreate; answer: List }>("POST /v1/my/lists", {
      decided: [201],
    }),
    updateContacts: endpoint<{ params: IdParams; body: ListBulkUpdate; answer: ListBulkResult }>(
      "POST /v1/my/lists/{id}/contacts/bulk",
      {
        decided: [200],
        ids: { "params.id": "list" },
      },
    ),
  },
}
