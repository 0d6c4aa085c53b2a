import type { Credential } from "../../sdk/contract/core/credentials.ts"
import type { BrandRow } from "../resources/account/brands-table.ts"
import type { AccountRow } from "../resources/account/table.ts"
import type { CredentialRow } from "../resources/credentials/table.ts"
import type { UserRow } from "../resources/user/table.ts"

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
