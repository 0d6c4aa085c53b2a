/*
 * Endpoints, listed by `npm run generate`.
 * signup: POST /v1/signup
 * login: POST /v1/login
 * logout: DELETE /v1/logout
 */

import type { LoginUser, SignupUser } from "../../../sdk/contract/auth.ts"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { Reply } from "../../base/reply.ts"
import { invalid, unauthorized } from "../../base/service-error.ts"
import type { World } from "../../world/world.ts"
import { createAccount } from "../account/new-account.ts"
import { issueJwt, revokeCredential } from "../credentials/credentials.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { acceptInvite } from "../invites/invites.ts"
import { inviteMachine } from "../invites/machine.ts"
import type { InviteRow } from "../invites/table.ts"
import type { UserRow } from "../user/table.ts"
import { createUser, fullName, userView } from "../user/user.ts"

export function signUp(world: World, person: SignupUser): UserRow {
  const invite = invitationOf(world, person)
  const user = register(world, person)
  if (invite === undefined) createAccount(world, { name: fullName(user), ownerId: user.id, managed: false })
  else acceptInvite(world, invite, user.id)
  return user
}

export function signIn(world: World, { email, password }: LoginUser): UserRow {
  const { users } = world.tables
  const user = users.find("email", mailboxKey(email))
  if (user === undefined || user.password !== password) {
    throw unauthorized("17.4", "The e-mail address or the password is wrong")
  }
  return users.update(user, { ui_login_count: user.ui_login_count + 1 })
}

/** The invitation for a sign-up; only the invited address may use it. */
function invitationOf(world: World, { email, invite_token }: SignupUser): InviteRow | undefined {
  if (invite_token === undefined || invite_token === null) return undefined
  const invite = world.tables.invites.find("token", invite_token)
  if (invite === undefined || !inviteMachine.can(invite.status, "accept")) {
    throw invalid("17.3", { "user.invite_token": ["is not the token of a pending invitation"] })
  }
  if (mailboxKey(invite.email) !== mailboxKey(email)) {
    throw invalid("17.9", { "user.email": ["is not the address that the invitation names"] })
  }
  return invite
}

/** The named owner of a managed account who never claimed it may still sign up. */
function register(world: World, { email, password, first_name, last_name, mobile }: SignupUser): UserRow {
  const { users } = world.tables
  const existing = users.find("email", mailboxKey(email))
  if (existing !== undefined && existing.password !== null)
    throw invalid("17.3", { "user.email": ["is already taken"] })
  const person = {
    first_name: first_name ?? existing?.first_name ?? "",
    last_name: last_name ?? existing?.last_name ?? "",
    mobile: mobile ?? "",
    password,
    email,
  }
  return existing === undefined ? createUser(world, person) : users.change(world, existing, person)
}

export const authHandlers: HandlersFor<"auth"> = {
  signup: (world, _caller, { body }) => withToken(world, signUp(world, body.user)),

  login: (world, _caller, { body }) => withToken(world, signIn(world, body.user)),

  logout(world, { credential }) {
    revokeCredential(world, credential)
    return undefined
  },
}

const withToken = (world: World, user: UserRow) => new Reply(userView(user), { token: issueJwt(world, user.id).token })
