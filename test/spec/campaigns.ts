import type { Campaign, CampaignCreate, CampaignUpdate, IdParams, SendCampaign } from "../../sdk/contract/index.ts"
import { endpoint, type ForeignIds, type Noun } from "./noun.ts"

/** A campaign that names another owner's template, lists or segment. */
const foreignIds: ForeignIds = {
  "body.template_id": (ids) => ({ body: { name: "Mine", template_id: ids.template } }),
  "body.list_ids": (ids) => ({ body: { name: "Mine", audience: { type: "lists", list_ids: [1, ids.list] } } }),
  "body.segment_id": (ids) => ({ body: { name: "Mine", audience: { type: "segment", segment_id: ids.segment } } }),
}

export const campaigns: Noun<"campaigns"> = {
  section: "Contacts, lists and other groups",
  models: {
    Campaign:
      "id account_id brand_id name channel status subject template_id audience scheduled_at sent_count editable created_at updated_at",
    CampaignAudience: "type list_ids segment_id",
  },
  endpoints: {
    list: endpoint<{ answer: Campaign }>("GET /v1/my/campaigns", {
      decided: [200],
      page: 30,
    }),
    create: endpoint<{ body: CampaignCreate; answer: Campaign }>("POST /v1/my/campaigns", {
      decided: [201],
      prepare: true,
      ids: foreignIds,
    }),
    get: endpoint<{ params: IdParams; answer: Campaign }>("GET /v1/my/campaigns/{id}", {
      decided: [200],
      ids: { "params.id": "campaign" },
    }),
    update: endpoint<{ params: IdParams; body: CampaignUpdate; answer: Campaign }>("PATCH /v1/my/campaigns/{id}", {
      decided: [200],
      ids: { ...foreignIds, "params.id": "campaign" },
    }),
    send: endpoint<{ params: IdParams; body: SendCampaign; answer: Campaign }>("POST /v1/my/campaigns/{id}/send", {
      decided: [200],
      ways: { 409: ({ twice }) => twice() },
      ids: { "params.id": "campaign" },
    }),
  },
}
