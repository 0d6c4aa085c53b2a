import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { Membership } from "../../../sdk/contract/memberships.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

const membershipsSchema = Membership.extend({ account_id: Id, role: z.enum(["owner", "admin", "member"]) })
export interface MembershipRow extends RowOf<typeof membershipsSchema> {}

export const membershipsTable = () =>
  new Collection<MembershipRow, "account" | "user", "user_id">({
    row: membershipsSchema,
    name: "Membership",
    timestamps: "both",
    groups: { account: (membership) => membership.account_id, user: (membership) => membership.user_id },
    unique: { user_id: (membership) => `${membership.account_id}/${membership.user_id}` },
  })
