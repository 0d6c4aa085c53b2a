import type { EndpointSpec } from "../../../sdk/contract/core/endpoint.ts"
import { contract } from "../../../sdk/contract/index.ts"
import type { BrandRow } from "../../resources/account/brands-table.ts"
import type { AccountRow } from "../../resources/account/table.ts"
import type { CredentialRow } from "../../resources/credentials/table.ts"
import type { UserRow } from "../../resources/user/table.ts"
import type { Caller } from "../../world/caller.ts"
import type { WireRequest } from "./wire.ts"

/** Endpoints for a person who is no longer on any team: manage themselves, leave, join another team. */
const personEndpoints: ReadonlySet<EndpointSpec> = new Set<EndpointSpec>([
  contract.auth.logout,
  contract.oauth.me,
  contract.oauth.subscribe,
  contract.user.get,
  contract.user.update,
  contract.impersonation.get,
  contract.impersonation.exit,
  contract.accounts.list,
  contract.invites.accept,
])

/** True when a request needs no account: it selects none, and its endpoint requires none. */
export const needsNoAccount = (endpoint: EndpointSpec, headers: WireRequest["headers"]): boolean =>
  headers["x-account-id"] === undefined && headers["x-brand-sid"] === undefined && personEndpoints.has(endpoint)

/** A caller without an account. Its placeholder rows are in no table, so lookups by their ids find nothing. */
export const personWithoutAccount = (credential: CredentialRow, user: UserRow): Caller => ({
  kind: credential.kind,
  credential,
  user,
  role: "member",
  account: noAccount,
  brand: noBrand,
})

const noAccount: AccountRow = {
  id: 0,
  name: "",
  avatar: null,
  banner: null,
  owner_id: 0,
  plan_id: 0,
  standing: "probation",
  safe_mode_enabled: false,
  spend_cap_monthly_cents: 0,
  funding_available_cents: 0,
  funding_reserved_cents: 0,
  affiliate_entitled: false,
  manager: false,
  created_at: "",
  updated_at: "",
}

const noBrand: BrandRow = { id: 0, account_id: 0, sid: "", name: "", is_default: false }
