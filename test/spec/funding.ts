import type { Funding } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const funding: Noun<"funding"> = {
  section: "Billing",
  models: {
    Funding: "currency available_cents reserved_cents purchase pending_purchase",
    FundingOffer: "available minimum_cents maximum_cents preset_cents",
    FundingPurchase: "id status currency amount_cents credited_cents checkout_url expires_at created_at updated_at",
  },
  endpoints: {
    get: endpoint<{ answer: Funding }>("GET /v1/my/billing/funding", {
      decided: [200],
    }),
  },
}
