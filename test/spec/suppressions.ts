import type { Suppression, SuppressionQuery } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const suppressions: Noun<"suppressions"> = {
  section: "Suppressions and delivery",
  models: {
    Suppression:
      "id email reason active contact_id source_provider provider_diagnostic bounce_type bounce_subtype complaint_feedback_type event_occurred_at expires_at created_at updated_at",
    SuppressionQuery: "email reason source_provider active",
  },
  endpoints: {
    list: endpoint<{ query: SuppressionQuery; answer: Suppression }>("GET /v1/my/suppressions", {
      decided: [200],
      page: 30,
      reads: "account",
    }),
  },
}
