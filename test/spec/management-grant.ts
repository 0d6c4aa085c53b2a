import type { ManagementGrant, ManagementGrantCommand } from "../../sdk/contract/index.ts"
import { endpoint, type Noun, type Way } from "./noun.ts"

/** A grant that does not exist. */
const stale: Way = ({ send }) => send({ body: { management_grant_id: 99 } })

export const managementGrant: Noun<"managementGrant"> = {
  section: "Account, team, grants",
  caller: { as: "client_owner" },
  account: 3,
  models: {
    ManagementGrant: "id status permission_set manager_account requested_at activated_at revoked_at released_at",
    AccountReference: "id name",
    ManagementGrantCommand: "management_grant_id",
  },
  endpoints: {
    get: endpoint<{ answer: ManagementGrant }>("GET /v1/my/account/management_grant", {
      success: [200],
      errors: [403, 404],
      ways: { 404: ({ send }) => send({ as: "owner" }) },
    }),
    confirm: endpoint<{ body: ManagementGrantCommand; answer: ManagementGrant }>(
      "POST /v1/my/account/management_grant/confirm",
      {
        success: [200],
        errors: [400, 403, 404, 409],
        ways: {
          200: ({ send, service }) => {
            service.control.transitions.grants.consent(1)
            service.control.transitions.grants.activatePayment(1)
            return send()
          },
          409: stale,
        },
        ids: { "body.management_grant_id": "person" },
      },
    ),
    revoke: endpoint<{ body: ManagementGrantCommand; answer: ManagementGrant }>(
      "POST /v1/my/account/management_grant/revoke",
      {
        success: [200],
        errors: [400, 403, 404, 409],
        ways: { 409: stale },
        ids: { "body.management_grant_id": "person" },
      },
    ),
  },
}
