import * as z from "zod"
import { ownKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { limits } from "./core/limits.ts"
import type * as models from "./core/models.gen.ts"
import { Email, Id, IdParams, openEnum, recordTimes } from "./core/shared.ts"

/** The roles that can be given to a member of a team. */
export const MembershipRole = z.enum(["member", "admin"])
export type MembershipRole = models.MembershipRole

/** A person's place in an account's team. Spec: Resources, Membership. */
export const Membership = z.looseObject({
  /** The membership's id. */
  id: Id,
  /** `owner` is read only: it cannot be given, changed or removed. */
  role: openEnum(["owner", "admin", "member"]),
  /** The person. */
  user_id: Id,
  /** The person's address. */
  email: Email,
  /** First and last name. */
  name: z.string(),
  ...recordTimes,
})
export interface Membership extends models.Membership {}

/** The changes to a membership. */
export const MembershipUpdate = z.strictObject({
  /** The new role. */
  role: MembershipRole,
})
export interface MembershipUpdate extends models.MembershipUpdate {}

const { read, write } = endpointsWith({ section: "Account, team, grants", auth: ownKey })

/** The people of the account's team. */
export const memberships = {
  list: read({
    path: "/v1/my/account/memberships",
    summary: "List the members of the account's team",
    paginated: { size: limits.pageSizeAccounts },
    response: Membership,
  }),
  update: write({
    method: "PATCH",
    path: "/v1/my/account/memberships/{id}",
    summary: "Change a member's role",
    only: "admins",
    recipients: "nobody",
    params: IdParams,
    body: MembershipUpdate,
    response: Membership,
    confirm: "rights",
    example: { params: { id: 3 }, body: { role: "admin" } },
  }),
  remove: write({
    method: "DELETE",
    path: "/v1/my/account/memberships/{id}",
    summary: "Remove a member from the team",
    only: "admins",
    recipients: "nobody",
    params: IdParams,
    response: Membership,
    confirm: "rights",
    example: { params: { id: 3 } },
  }),
} as const
