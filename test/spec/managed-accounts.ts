import type { ManagedAccount, ManagedAccountCreate, ManagedAccountQuery } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const managedAccounts: Noun<"managedAccounts"> = {
  section: "Managed clients",
  caller: { as: "manager_owner" },
  account: 2,
  models: {
    ManagedAccount:
      "id external_ref source status permission_set allowed_actions managed_account owner invitation created_at updated_at",
    ManagedAccountOwner: "email",
    ManagedAccountInvitation: "expired expires_at deadline_at notice_sent_at claimed_at reissues_remaining",
    ManagedAccountCreate: "managed_account",
    ManagedAccountDetails: "owner_email owner_first_name owner_last_name account_name",
    ManagedAccountQuery: "q status sort direction",
  },
  endpoints: {
    list: endpoint<{ query: ManagedAccountQuery; answer: ManagedAccount }>("GET /v1/my/managed_accounts", {
      success: [200],
      errors: [403],
      page: 25,
    }),
    create: endpoint<{ body: ManagedAccountCreate; answer: ManagedAccount }>("POST /v1/my/managed_accounts", {
      success: [200, 201],
      errors: [403, 409, 422],
      idempotency: "required",
      otherBody: { managed_account: { owner_email: "owner@newclient.test", account_name: "Other Name" } },
    }),
  },
}
