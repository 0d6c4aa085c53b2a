import { expireInvite } from "./handlers/invites.ts"
import type { Tasks } from "./tasks.ts"

/** What each kind of timer does. */
export const tasks: Tasks = {
  "invite.expire": expireInvite,
}
