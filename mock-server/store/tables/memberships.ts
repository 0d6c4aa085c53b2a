import type { Membership } from "../../../sdk/contract/memberships.ts"
import { Collection, type Fields } from "../collection.ts"

/** A membership and the account it is in. */
export type MembershipRow = Fields<Membership> & {
  readonly account_id: number
  readonly role: "owner" | "admin" | "member"
}

export const membershipsTable = () =>
  new Collection<MembershipRow, "account" | "user", "place">({
    groups: { account: (membership) => membership.account_id, user: (membership) => membership.user_id },
    unique: { place: (membership) => `${membership.account_id}/${membership.user_id}` },
  })
