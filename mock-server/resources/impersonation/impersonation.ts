/*
 * Endpoints, listed by `npm run generate`.
 * get: GET /v1/my/impersonation
 * exit: DELETE /v1/my/impersonation
 */

import type { Impersonation } from "../../../sdk/contract/impersonation.ts"
import type { World } from "../../world/world.ts"
import type { CredentialRow } from "../credentials/table.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { fullName } from "../user/user.ts"

export function impersonationOf({ tables }: World, { impersonated_user_id, user_id }: CredentialRow): Impersonation {
  const impersonator = impersonated_user_id === null ? undefined : tables.users.get(user_id ?? 0)
  if (impersonator === undefined) return { impersonating: false, impersonator: null }
  const { id, email } = impersonator
  return { impersonating: true, impersonator: { id, name: fullName(impersonator), email } }
}

/** From the next request on, the credential acts for the impersonator again. */
export function endImpersonation({ tables }: World, credential: CredentialRow): void {
  if (credential.impersonated_user_id === null) return
  tables.credentials.update(credential, { impersonated_user_id: null, account_id: null })
}

export const impersonationHandlers: HandlersFor<"impersonation"> = {
  get: (world, { credential }) => impersonationOf(world, credential),

  exit(world, { credential }) {
    endImpersonation(world, credential)
    return { redirect_url: `${world.baseUrl()}/` }
  },
}
