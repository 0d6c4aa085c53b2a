import type { auth, SignupUser } from "../../sdk/contract/auth.ts"
import { invalid, unauthorized } from "../base/service-error.ts"
import { createAccount } from "../domain/accounts/new-account.ts"
import { issueJwt, revokeCredential } from "../domain/credentials/credentials.ts"
import { inviteMachine } from "../machines/invites.ts"
import type { InviteRow } from "../store/tables/invites.ts"
import type { UserRow } from "../store/tables/users.ts"
import type { World } from "../world/world.ts"
import { type HandlersFor, Reply } from "./handlers-for.ts"
import { acceptInvite } from "./invites.ts"
import { fullName } from "./memberships.ts"
import { createUser, userView } from "./user.ts"

export const authHandlers: HandlersFor<typeof auth> = {
  signup(world, _caller, { body }) {
    const invite = invitationOf(world, body.user)
    const user = register(world, body.user)
    // Who is invited joins that team; everyone else begins with an account of their own.
    if (invite === undefined) createAccount(world, { name: fullName(user), ownerId: user.id, managed: false })
    else acceptInvite(world, invite, user.id)
    return new Reply(userView(user), { token: issueJwt(world, user.id).token })
  },

  login(world, _caller, { body }) {
    const { users } = world.tables
    const user = users.find("email", body.user.email.toLowerCase())
    if (user === undefined || user.password !== body.user.password) {
      throw unauthorized("The e-mail address or the password is wrong")
    }
    const signedIn = users.update(user, { ui_login_count: user.ui_login_count + 1 })
    return new Reply(userView(signedIn), { token: issueJwt(world, user.id).token })
  },

  logout(world, caller) {
    revokeCredential(world, caller.credential)
    return undefined
  },
}

function invitationOf(world: World, { invite_token }: SignupUser): InviteRow | undefined {
  if (invite_token === undefined || invite_token === null) return undefined
  const invite = world.tables.invites.find("token", invite_token)
  if (invite === undefined || !inviteMachine.can(invite.status, "accept")) {
    throw invalid({ "user.invite_token": ["is not the token of a pending invitation"] })
  }
  return invite
}

/** Someone who was named as the owner of a managed account and never came may still sign up. */
function register(world: World, { email, password, first_name, last_name, mobile }: SignupUser): UserRow {
  const { users } = world.tables
  const known = users.find("email", email.toLowerCase())
  if (known !== undefined && known.password !== null) throw invalid({ "user.email": ["is already taken"] })
  const person = { first_name: first_name ?? "", last_name: last_name ?? "", mobile: mobile ?? "", password, email }
  return known === undefined
    ? createUser(world, person)
    : users.update(known, { ...person, updated_at: world.timestamp() })
}
