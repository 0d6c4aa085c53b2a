import { Reply } from "../base/reply.ts"
import { signIn, signUp } from "../domain/auth.ts"
import { issueJwt, revokeCredential } from "../domain/credentials/credentials.ts"
import { userView } from "../domain/user.ts"
import type { UserRow } from "../store/tables/users.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const authHandlers: HandlersFor<"auth"> = {
  signup: (world, _caller, { body }) => withToken(world, signUp(world, body.user)),

  login: (world, _caller, { body }) => withToken(world, signIn(world, body.user)),

  logout(world, { credential }) {
    revokeCredential(world, credential)
    return undefined
  },
}

const withToken = (world: World, user: UserRow) => new Reply(userView(user), { token: issueJwt(world, user.id).token })
