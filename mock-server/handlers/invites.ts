import { limits } from "../../sdk/contract/core/limits.ts"
import type { invites } from "../../sdk/contract/invites.ts"
import { invalid, notFound } from "../base/service-error.ts"
import { inviteMachine } from "../machines/invites.ts"
import type { InviteRow } from "../store/tables/invites.ts"
import { sendServiceMail } from "../store/tables/outbox.ts"
import type { Caller } from "../world/caller.ts"
import type { Task } from "../world/tasks.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { joinAccount } from "./memberships.ts"

export const inviteHandlers: HandlersFor<typeof invites> = {
  list: (world, caller, { page }) => world.tables.invites.page("account", caller.account.id, page),

  create(world, caller, { body }) {
    const { users } = world.tables
    const member = users.find("email", body.email.toLowerCase())
    if (member !== undefined && world.tables.memberships.find("place", `${caller.account.id}/${member.id}`)) {
      throw invalid({ email: ["is already on the team"] })
    }
    const invite = addInvite(world, {
      accountId: caller.account.id,
      email: body.email,
      role: body.role,
      token: world.random.hex(20),
    })
    sendInvitation(world, caller, invite)
    return invite
  },

  revoke(world, caller, { params }) {
    const { invites } = world.tables
    const invite = invites.get(params.id)
    if (invite === undefined || invite.account_id !== caller.account.id) throw notFound("Invitation")
    const now = world.timestamp()
    return invites.move(invite, inviteMachine, "revoke", { revoked_at: now, updated_at: now })
  },

  accept(world, caller, { params }) {
    const invite = world.tables.invites.find("token", params.id)
    if (invite === undefined) throw notFound("Invitation")
    return acceptInvite(world, invite, caller.user.id)
  },
}

/** A pending invitation that runs out in seven days. */
export function addInvite(
  world: World,
  { accountId, ...said }: Pick<InviteRow, "email" | "role" | "token"> & { readonly accountId: number },
): InviteRow {
  const { invites } = world.tables
  const now = world.timestamp()
  const invite = invites.insert({
    id: invites.nextId(),
    account_id: accountId,
    ...said,
    status: inviteMachine.initial,
    accepted_at: null,
    revoked_at: null,
    expires_at: world.timestampIn(limits.inviteLifetime),
    created_at: now,
    updated_at: now,
  })
  world.timers.schedule(world.now() + limits.inviteLifetime, "invite.expire", invite.id)
  return invite
}

function sendInvitation(world: World, { account }: Caller, { id, email, token, expires_at, role }: InviteRow): void {
  sendServiceMail(world, {
    to: email,
    kind: "invitation",
    subject: `Join the team of ${account.name}`,
    text: `You are invited to join ${account.name} as ${role}. Accept with this token by ${expires_at}: ${token}`,
    data: { invite_id: id, account_id: account.id, token },
  })
}

/** Makes a person a member by an invitation. Anything but a pending one is a 422. */
export function acceptInvite(world: World, invite: InviteRow, userId: number): InviteRow {
  if (!inviteMachine.can(invite.status, "accept"))
    throw invalid({ id: [`is of an invitation that is ${invite.status}`] })
  joinAccount(world, invite.account_id, userId, invite.role)
  const now = world.timestamp()
  return world.tables.invites.move(invite, inviteMachine, "accept", { accepted_at: now, updated_at: now })
}

/** Seven days after the invitation; one that was answered by then stays as it is. */
export const expireInvite: Task = (world, id) => {
  const { invites } = world.tables
  const invite = invites.get(id)
  if (invite !== undefined && inviteMachine.can(invite.status, "expire")) {
    invites.move(invite, inviteMachine, "expire", { updated_at: world.timestamp() })
  }
  return undefined
}
