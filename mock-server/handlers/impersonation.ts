import { endImpersonation, impersonationOf } from "../domain/impersonation.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const impersonationHandlers: HandlersFor<"impersonation"> = {
  get: (world, { credential }) => impersonationOf(world, credential),

  exit(world, { credential }) {
    endImpersonation(world, credential)
    return { redirect_url: `${world.baseUrl()}/` }
  },
}
