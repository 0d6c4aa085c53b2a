/*
 * Endpoints, listed by `npm run generate`.
 * list: GET /v1/my/account/invites
 * create: POST /v1/my/account/invites
 * revoke: DELETE /v1/my/account/invites/{id}
 * accept: POST /v1/my/account/invites/{id}/accept
 */

import type { Received } from "../../../sdk/contract/core/endpoint.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import type { invites } from "../../../sdk/contract/invites.ts"
import { forbidden, invalid, notFound } from "../../base/service-error.ts"
import type { Caller } from "../../world/caller.ts"
import type { Task, World } from "../../world/world.ts"
import type { AccountRow } from "../account/table.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { joinAccount } from "../memberships/memberships.ts"
import { inviteMachine } from "./machine.ts"
import type { InviteRow } from "./table.ts"

type NewInvite = Received<typeof invites.create>["body"]

export function invite(world: World, { account }: Caller, { email, role }: NewInvite): InviteRow {
  requireOffTeam(world, account.id, email)
  requireUninvited(world, account.id, email)
  const invite = addInvite(world, { account_id: account.id, email, role, token: world.random.hex(20) })
  mailInvite(world, account, invite)
  return invite
}

export function requireOffTeam({ tables }: World, accountId: number, email: string): void {
  const member = tables.users.find("email", mailboxKey(email))
  if (member !== undefined && tables.memberships.find("user_id", `${accountId}/${member.id}`)) {
    throw invalid("19.6", { email: ["is already on the team"] })
  }
}

export function requireUninvited(world: World, accountId: number, email: string): void {
  for (const invite of world.tables.invites.in("pending", accountId)) {
    if (mailboxKey(invite.email) === mailboxKey(email)) throw invalid("19.6", { email: ["is already invited"] })
  }
}

function mailInvite(world: World, account: AccountRow, { id, email, role, token, expires_at }: InviteRow): void {
  world.tables.outbox.add(world, {
    to: email,
    kind: "invitation",
    subject: `Join the team of ${account.name}`,
    text: `You are invited to join ${account.name} as ${role}. Accept with this token by ${expires_at}: ${token}`,
    data: { invite_id: id, account_id: account.id, token },
  })
}

/** Adds a pending invitation that expires in seven days. */
export function addInvite(
  world: World,
  { account_id, ...fields }: Pick<InviteRow, "account_id" | "email" | "role" | "token">,
): InviteRow {
  const invite = world.tables.invites.add(world, {
    account_id,
    ...fields,
    status: inviteMachine.initial,
    accepted_at: null,
    revoked_at: null,
    expires_at: world.timestampIn(limits.inviteLifetime),
  })
  world.timers.schedule(world.now() + limits.inviteLifetime, "invite.expire", invite.id)
  return invite
}

export function revokeInvite(world: World, caller: Caller, id: number): InviteRow {
  const { invites } = world.tables
  return invites.move(world, invites.own(caller, id), "revoke", { revoked_at: world.timestamp() })
}

function inviteByToken(world: World, token: string): InviteRow {
  const invite = world.tables.invites.find("token", token)
  if (invite === undefined) throw notFound("19.7", "Invitation")
  return invite
}

/** Accepts an invitation to the caller's own address; an invitation to another address is a 403 and stays pending. */
export function acceptOwnInvite(world: World, { user }: Caller, token: string): InviteRow {
  const invite = inviteByToken(world, token)
  if (mailboxKey(invite.email) !== mailboxKey(user.email)) {
    throw forbidden("29.20", "Only the person whom an invitation names can accept it")
  }
  return acceptInvite(world, invite, user.id)
}

export function acceptInvite(world: World, invite: InviteRow, userId: number): InviteRow {
  if (!inviteMachine.can(invite.status, "accept"))
    throw invalid("11.5", { id: [`is of an invitation that is ${invite.status}`] })
  joinAccount(world, invite.account_id, userId, invite.role)
  return world.tables.invites.move(world, invite, "accept", { accepted_at: world.timestamp() })
}

/** Seven days after the invitation; an answered one stays unchanged. */
export const expireInvite: Task = (world, id) => {
  const { invites } = world.tables
  const invite = invites.get(id)
  if (invite !== undefined && inviteMachine.can(invite.status, "expire")) invites.move(world, invite, "expire")
}

export const inviteHandlers: HandlersFor<"invites"> = {
  list: (world, { account }, { page }) => world.tables.invites.page("account", account.id, page),
  create: (world, caller, { body }) => invite(world, caller, body),
  revoke: (world, caller, { params }) => revokeInvite(world, caller, params.id),
  accept: (world, caller, { params }) => acceptOwnInvite(world, caller, params.id),
}
