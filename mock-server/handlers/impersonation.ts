import type { impersonation } from "../../sdk/contract/impersonation.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { fullName } from "./memberships.ts"

export const impersonationHandlers: HandlersFor<typeof impersonation> = {
  get(world, { credential }) {
    const impersonator =
      credential.impersonated_user_id === null ? undefined : world.tables.users.get(credential.user_id ?? 0)
    if (impersonator === undefined) return { impersonating: false, impersonator: null }
    const { id, email } = impersonator
    return { impersonating: true, impersonator: { id, name: fullName(impersonator), email } }
  },

  /** From the next request on the same credential is the impersonator's own again. */
  exit(world, { credential }) {
    if (credential.impersonated_user_id !== null) {
      world.tables.credentials.update(credential, { impersonated_user_id: null, account_id: null })
    }
    return { redirect_url: `${world.baseUrl()}/` }
  },
}
