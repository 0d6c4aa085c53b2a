import * as z from "zod"
import { ownKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { defineEndpoint } from "./core/endpoint.ts"
import { limits } from "./core/limits.ts"
import type * as models from "./core/models.gen.ts"
import { secret } from "./core/secret.ts"
import { Email, Id, IdParams, openEnum, recordTimes, Timestamp } from "./core/shared.ts"
import { MembershipRole } from "./memberships.ts"

/** An invitation to join an account. Spec: Resources, Invite. */
export const Invite = z.looseObject({
  /** The invitation's id. */
  id: Id,
  /** The account that it belongs to. */
  account_id: Id,
  /** Whom it is for. */
  email: Email,
  /** The role that the person gets on accepting. */
  role: MembershipRole,
  /** What the invited person accepts with. */
  token: secret(z.string()),
  /** `pending` until it is accepted, revoked, or seven days old. */
  status: openEnum(["pending", "accepted", "revoked", "expired"]),
  /** When it was accepted; null before. */
  accepted_at: Timestamp.nullable(),
  /** When it was revoked; null before. */
  revoked_at: Timestamp.nullable(),
  /** When it can no longer be accepted. */
  expires_at: Timestamp,
  ...recordTimes,
})
export interface Invite extends models.Invite {}

/** Whom to invite. */
export const InviteCreate = z.strictObject({
  /** Whom to invite. */
  email: Email,
  /** `member` when left out. */
  role: MembershipRole.default("member"),
})
export interface InviteCreate extends models.InviteCreate {}

/** The token of an invitation. */
export const InviteAcceptParams = z.strictObject({
  /** The invitation's token; not its number. */
  id: secret(z.string().min(1)),
})
export interface InviteAcceptParams extends models.InviteAcceptParams {}

const { read, write } = endpointsWith({ section: "Account, team, grants", auth: ownKey, only: "admins" })

/** Invitations to join the account's team. */
export const invites = {
  list: read({
    path: "/v1/my/account/invites",
    summary: "List the account's invitations",
    paginated: { size: limits.pageSizeAccounts },
    response: Invite,
  }),
  create: write({
    method: "POST",
    path: "/v1/my/account/invites",
    summary: "Invite someone by e-mail",
    recipients: { field: "email" },
    body: InviteCreate,
    response: Invite,
    status: 201,
    confirm: "rights",
    example: { body: { email: "new.colleague@acme.test", role: "member" } },
  }),
  revoke: write({
    method: "DELETE",
    path: "/v1/my/account/invites/{id}",
    summary: "Revoke a pending invitation",
    recipients: "nobody",
    params: IdParams,
    response: Invite,
    errors: [409],
    confirm: "rights",
    example: { params: { id: 1 } },
  }),
  accept: defineEndpoint({
    method: "POST",
    path: "/v1/my/account/invites/{id}/accept",
    summary: "Accept an invitation with its token",
    section: "Account, team, grants",
    auth: ["jwt"],
    recipients: "nobody",
    params: InviteAcceptParams,
    response: Invite,
    confirm: "rights",
    example: { params: { id: "mock-owner-invite-token" } },
  }),
} as const
