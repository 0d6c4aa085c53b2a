import type { IdParams, Membership, MembershipUpdate } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const memberships: Noun<"memberships"> = {
  section: "Account, team, grants",
  models: {
    Membership: "id role user_id email name created_at updated_at",
    MembershipUpdate: "role",
  },
  endpoints: {
    list: endpoint<{ answer: Membership }>("GET /v1/my/account/memberships", {
      success: [200],
      page: 100,
    }),
    update: endpoint<{ params: IdParams; body: MembershipUpdate; answer: Membership }>(
      "PATCH /v1/my/account/memberships/{id}",
      {
        success: [200],
        errors: [422],
        ids: { "params.id": "membership" },
      },
    ),
    remove: endpoint<{ params: IdParams; answer: Membership }>("DELETE /v1/my/account/memberships/{id}", {
      success: [200],
      ids: { "params.id": "membership" },
    }),
  },
}
