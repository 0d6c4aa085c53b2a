import type { Impersonation } from "../../sdk/contract/impersonation.ts"
import type { CredentialRow } from "../store/tables/credentials.ts"
import type { World } from "../world/world.ts"
import { fullName } from "./user.ts"

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
