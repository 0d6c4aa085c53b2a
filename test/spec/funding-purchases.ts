import type { FundingPurchaseCreate, FundingPurchaseResult, IdParams } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const fundingPurchases: Noun<"fundingPurchases"> = {
  section: "Billing",
  models: {
    FundingPurchaseResult: "purchase funding",
    FundingPurchaseCreate: "amount_cents currency",
  },
  endpoints: {
    create: endpoint<{ body: FundingPurchaseCreate; answer: FundingPurchaseResult }>(
      "POST /v1/my/billing/funding/purchases",
      {
        decided: [201, 200],
        idempotency: "required",
        prepare: true,
        otherBody: { amount_cents: 6_000, currency: "usd" },
      },
    ),
    get: endpoint<{ params: IdParams; answer: FundingPurchaseResult }>("GET /v1/my/billing/funding/purchases/{id}", {
      decided: [200],
      ids: { "params.id": "purchase" },
    }),
  },
}
