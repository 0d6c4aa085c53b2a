import type { impersonation } from "../../sdk/contract/impersonation.ts"
import { endImpersonation, impersonationOf } from "../domain/impersonation.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const impersonationHandlers: HandlersFor<typeof impersonation> = {
  get: (world, { credential }) => impersonationOf(world, credential),

  exit(world, { credential }) {
    endImpersonation(world, credential)
    return { redirect_url: `${world.baseUrl()}/` }
  },
}
