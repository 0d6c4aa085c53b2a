import type { Credential } from "../../sdk/contract/core/credentials.ts"
import type { AccountRow } from "../store/tables/accounts.ts"
import type { BrandRow } from "../store/tables/brands.ts"
import type { CredentialRow } from "../store/tables/credentials.ts"
import type { UserRow } from "../store/tables/users.ts"

export type Role = "owner" | "admin" | "member"

export interface Caller {
  readonly kind: Credential
  readonly credential: CredentialRow
  /** The account that the request acts on. */
  readonly account: AccountRow
  /** The brand that the request acts on. */
  readonly brand: BrandRow
  /** The person; for credentials without one, the account's owner. */
  readonly user: UserRow
  /** The person's role in the account; keys act as the owner. */
  readonly role: Role
}
