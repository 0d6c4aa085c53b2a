import type {
  ValidationAudience,
  ValidationItem,
  ValidationOperation,
  ValidationParams,
  ValidationQuote,
} from "../../sdk/contract/index.ts"
import { endpoint, type ForeignIds, type Noun } from "./noun.ts"

/** Another owner's audience, named in each way. */
const audience: ForeignIds = {
  "body.list_id": (ids) => ({ body: { list_id: ids.list } }),
  "body.segment_id": (ids) => ({ body: { segment_id: ids.segment } }),
  "body.contact_ids": (ids) => ({ body: { contact_ids: [1, ids.contact] } }),
  "body.contact_channel_ids": (ids) => ({ body: { contact_channel_ids: [1, ids.channel] } }),
}

export const validations: Noun<"validations"> = {
  section: "Email validation",
  models: {
    ValidationQuote: "status source_kind counts pricing funding",
    ValidationCounts: "candidate_count deduplicated_count cached_count ineligible_count eligible_count",
    ValidationPricing: "unit_rate_cents maximum_charge_cents currency expires_at",
    ValidationFunding: "available available_cents shortfall_cents",
    ValidationOperation: "operation_id status source_kind counts pricing funding started_at completed_at",
    ValidationItem: "id contact_channel_id status verdict completed_at",
    ValidationAudience: "contact_channel_ids contact_ids list_id segment_id",
  },
  endpoints: {
    quote: endpoint<{ body: ValidationAudience; answer: ValidationQuote }>("POST /v1/my/validation_operations/quote", {
      decided: [200],
      ids: audience,
    }),
    start: endpoint<{ body: ValidationAudience; answer: ValidationOperation }>("POST /v1/my/validation_operations", {
      errors: [409],
      decided: [202],
      idempotency: "required",
      prepare: true,
      otherBody: { contact_ids: [1] },
      ids: audience,
    }),
    get: endpoint<{ params: ValidationParams; answer: ValidationOperation }>("GET /v1/my/validation_operations/{id}", {
      decided: [200],
      ids: { "params.id": "validation" },
    }),
    items: endpoint<{ params: ValidationParams; answer: ValidationItem }>(
      "GET /v1/my/validation_operations/{id}/items",
      {
        decided: [200],
        page: 30,
        ids: { "params.id": "validation" },
      },
    ),
  },
}
