import type { IdParams, Invite, InviteAcceptParams, InviteCreate } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const invites: Noun<"invites"> = {
  section: "Account, team, grants",
  models: {
    Invite: "id account_id email role token status accepted_at revoked_at expires_at created_at updated_at",
    InviteCreate: "email role",
  },
  endpoints: {
    list: endpoint<{ answer: Invite }>("GET /v1/my/account/invites", {
      success: [200],
      page: 100,
    }),
    create: endpoint<{ body: InviteCreate; answer: Invite }>("POST /v1/my/account/invites", {
      success: [201],
      errors: [422],
    }),
    revoke: endpoint<{ params: IdParams; answer: Invite }>("DELETE /v1/my/account/invites/{id}", {
      success: [200],
      ways: { 409: ({ twice }) => twice() },
      ids: { "params.id": "invite" },
    }),
    accept: endpoint<{ params: InviteAcceptParams; answer: Invite }>("POST /v1/my/account/invites/{id}/accept", {
      success: [200],
      errors: [422],
      ways: {
        200: ({ send }) => send({ as: "owner" }),
        404: ({ send }) => send({ as: "owner", params: { id: "unknown" } }),
        422: ({ send }) => send({ as: "owner", query: { unknown: 1 } }),
        429: async ({ send }) => {
          for (let count = 0; count < 5; count++) await send({ as: "owner", query: { unknown: 1 } })
          return send({ as: "owner", query: { unknown: 1 } })
        },
      },
      // A token is meant for the invited person, from any account.
      person: 1,
      ids: { "params.id": "everyone" },
    }),
  },
}
