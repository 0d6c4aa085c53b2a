import type { Affiliate, AffiliateLink } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const affiliate: Noun<"affiliate"> = {
  section: "Affiliate centre",
  caller: { as: "owner" },
  models: {
    Affiliate: "enrolled available state setup_status share_url stats earnings",
    AffiliateStats: "visitors leads conversions",
    AffiliateEarnings: "known total_cents currency",
    AffiliateLink: "first_name last_name",
  },
  endpoints: {
    get: endpoint<{ answer: Affiliate }>("GET /v1/my/affiliate", {
      success: [200],
      errors: [403, 404],
    }),
    link: endpoint<{ body: AffiliateLink; answer: Affiliate }>("POST /v1/my/affiliate", {
      success: [200, 201],
      errors: [403, 404, 422, 503],
      ways: {
        200: ({ twice }) => twice(),
        503: ({ send, service }) => {
          service.control.faults.add({ path: "/v1/my/affiliate", method: "POST", status: 503, retry_after: 30 })
          return send()
        },
      },
    }),
  },
}
