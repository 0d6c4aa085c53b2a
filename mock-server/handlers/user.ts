import { changeUser, userView } from "../domain/user.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const userHandlers: HandlersFor<"user"> = {
  get: (_world, caller) => userView(caller.user),
  update: (world, caller, { body }) => userView(changeUser(world, caller.user, body)),
}
